import type { Entry } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';
import { shortId } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import type { Column } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Time } from '../ui/time.tsx';

const homes: Record<string, string> = { pay: '/payments', rfd: '/refunds', trf: '/transfers' };

/** Where the record is shown that moved the money; nowhere for what the operator did. */
function Source({ id }: { id: string }) {
  const prefix = id.slice(0, id.indexOf('_'));
  const shown = <code>{shortId(id)}</code>;
  // An item has no page of its own: its payout is found.
  if (prefix === 'pit')
    return (
      <Go to="/payouts" search={{ item: id }}>
        {shown}
      </Go>
    );
  const home = homes[prefix];
  return home ? <Go to={`${home}/${id}`}>{shown}</Go> : shown;
}

/** A line of a statement: when, what, how much with its sign, and what there was then. */
export const entryColumns = (t: Say, onPaper = false): readonly Column<Entry>[] => [
  { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} onPaper={onPaper} /> },
  { head: t('wallets.what'), cell: ({ kind }) => t(`wallets.kind.${kind}`) },
  { head: t('wallets.source'), cell: ({ source }) => <Source id={source} />, wide: true },
  {
    head: t('record.amount'),
    cell: ({ direction, amount, currency }) => (
      <Money amount={direction === 'debit' ? -amount : amount} currency={currency} />
    ),
    end: true,
  },
  {
    head: t('wallets.balanceAfter'),
    cell: ({ balance_after, currency }) => <Money amount={balance_after} currency={currency} />,
    end: true,
  },
];
