import type { PayoutItem, PayoutItemStatus } from '../../../contract/src/payouts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';

const statuses: readonly PayoutItemStatus[] = ['pending', 'processing', 'succeeded', 'failed', 'canceled', 'returned'];

const matches = ['full', 'partial', 'none', 'unknown'] as const;

type ItemsProps = {
  payout: string;
  /** The receivers bear the fees, so less than the amount is sent. */
  showsSent?: boolean;
  path?: '/payouts/{id}/items' | '/operator/payouts/{id}/items';
};

const sentColumn = (head: string): Column<PayoutItem> => ({
  head,
  cell: ({ sent_amount, currency, status }) => (
    <Money amount={sent_amount} currency={currency} off={status === 'failed'} />
  ),
  end: true,
});

export function Items({ payout, showsSent = false, path = '/payouts/{id}/items' }: ItemsProps) {
  const { t } = useTexts();
  const columns: readonly Column<PayoutItem>[] = [
    { head: t('payouts.column.recipient'), cell: ({ recipient }) => recipient, line: 'who' },
    { head: t('payouts.column.name'), cell: ({ name }) => name ?? '–', line: 'note' },
    {
      head: t('payouts.nameMatch.column'),
      cell: ({ name_match }) => (name_match ? t(`payouts.nameMatch.${name_match}`) : '–'),
      wide: true,
    },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    {
      head: t('payouts.why'),
      cell: ({ failure }) => (failure ? t(`record.failure.${failure.code}`) : '–'),
      line: 'when',
    },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    {
      head: t('record.amount'),
      cell: ({ amount, currency, status }) => <Money amount={amount} currency={currency} off={status === 'failed'} />,
      end: true,
      line: 'much',
    },
    ...(showsSent ? [sentColumn(t('payouts.sent'))] : []),
  ];
  return (
    <ListPage
      path={path}
      params={{ id: payout }}
      columns={columns}
      filters={[
        {
          name: 'status',
          label: t('record.status'),
          options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
        },
        {
          name: 'name_match',
          label: t('payouts.nameMatch.column'),
          options: matches.map((match) => ({ value: match, label: t(`payouts.nameMatch.${match}`) })),
        },
        { name: 'reference', label: t('record.reference') },
      ]}
      empty={<Empty title={t('payouts.noItems')} />}
    />
  );
}
