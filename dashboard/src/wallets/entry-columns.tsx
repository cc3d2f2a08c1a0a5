import type { Entry } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatAmount, formatMoney, shortId } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import type { Column } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Time } from '../ui/time.tsx';
import classes from './wallets.module.css';

const homes: Record<string, string> = { pay: '/payments', rfd: '/refunds', trf: '/transfers', mov: '/movements' };

/** A link to the record that moved the money; its id is in the tooltip. Operators' acts have no page here. */
function Source({ entry: { source }, children }: { entry: Entry; children: string }) {
  const prefix = source.slice(0, source.indexOf('_'));
  const shown = <span title={source}>{children}</span>;
  // An item has no page, so the link searches for its payout.
  if (prefix === 'pit')
    return (
      <Go to="/payouts" search={{ item: source }}>
        {shown}
      </Go>
    );
  const home = homes[prefix];
  return home ? <Go to={`${home}/${source}`}>{shown}</Go> : shown;
}

export const signed = ({ direction, amount }: Entry) => (direction === 'debit' ? -amount : amount);
/** The name of the other party, or else the phone. */
export const partyOf = ({ about }: Entry): string => about?.name ?? about?.customer ?? '';

/** A line of a statement: time, type, who and what for, signed amount, and balance after. */
export const entryColumns = (t: Say): readonly Column<Entry>[] => [
  { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} /> },
  { head: t('wallets.what'), cell: (entry) => <Source entry={entry}>{t(`wallets.kind.${entry.kind}`)}</Source> },
  {
    head: t('record.customer'),
    cell: (entry) => <span title={entry.about?.customer ?? undefined}>{partyOf(entry) || '–'}</span>,
  },
  { head: t('record.reference'), cell: ({ about }) => about?.reference ?? '–' },
  {
    head: t('record.description'),
    cell: ({ about }) => <span className={classes.long}>{about?.description ?? '–'}</span>,
  },
  {
    head: t('record.amount'),
    cell: (entry) => <Money amount={signed(entry)} currency={entry.currency} signed />,
    end: true,
  },
  {
    head: t('wallets.balanceAfter'),
    cell: ({ balance_after, currency }) => <Money amount={balance_after} currency={currency} />,
    end: true,
  },
];

/** On a phone: who and how much, and below it when, what for and the balance. */
export const narrowEntryColumns = (t: Say): readonly Column<Entry>[] => [
  {
    head: t('record.customer'),
    cell: (entry) => (
      <>
        <Source entry={entry}>{partyOf(entry) || t(`wallets.kind.${entry.kind}`)}</Source>
        <div className={classes.second}>
          <Time at={entry.created_at} /> · {t(`wallets.kind.${entry.kind}`)}
        </div>
        <div className={classes.second}>
          {[entry.about?.reference, entry.about?.description].filter(Boolean).join(' · ') || shortId(entry.source)}
        </div>
      </>
    ),
  },
  {
    head: t('record.amount'),
    cell: (entry) => (
      <>
        <span className={classes.amount}>{formatMoney(signed(entry), entry.currency)}</span>
        <div className={classes.second} title={t('wallets.balanceAfter')}>
          = {formatAmount(entry.balance_after, entry.currency)}
        </div>
      </>
    ),
    end: true,
  },
];
