import type { Entry } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';
import { shortId } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import type { Column } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Time } from '../ui/time.tsx';

const homes: Record<string, string> = { pay: '/payments', rfd: '/refunds', trf: '/transfers' };

/** A link to the record that moved the money. Operators' acts have no page here. */
function Source({ id }: { id: string }) {
  const prefix = id.slice(0, id.indexOf('_'));
  const shown = <code>{shortId(id)}</code>;
  // An item has no page, so the link searches for its payout.
  if (prefix === 'pit')
    return (
      <Go to="/payouts" search={{ item: id }}>
        {shown}
      </Go>
    );
  const home = homes[prefix];
  return home ? <Go to={`${home}/${id}`}>{shown}</Go> : shown;
}

/** A line of a statement: time, type, signed amount, and balance after. */
export const entryColumns = (t: Say, onPaper = false): readonly Column<Entry>[] => [
  { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} onPaper={onPaper} />, line: 'when' },
  { head: t('wallets.what'), cell: ({ kind }) => t(`wallets.kind.${kind}`), line: 'name' },
  { head: t('wallets.source'), cell: ({ source }) => <Source id={source} />, wide: true },
  {
    head: t('record.amount'),
    cell: ({ direction, amount, currency }) => (
      <Money amount={direction === 'debit' ? -amount : amount} currency={currency} signed />
    ),
    end: true,
    line: 'much',
  },
  {
    head: t('wallets.balanceAfter'),
    cell: ({ balance_after, currency }) => <Money amount={balance_after} currency={currency} />,
    end: true,
    line: 'state',
  },
];
