import type { Escrow } from '../../../contract/src/escrows.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { HoldStatus } from './hold-status.tsx';

/** `satisfies` makes the compiler report a status that the contract adds. */
const statuses = ['open', 'captured', 'released', 'expired'] as const satisfies readonly Escrow['status'][];

/** The escrows of any merchant that name a wallet of this merchant as a decider. */
export function EscrowsPage() {
  const { t } = useTexts();
  const columns: readonly Column<Escrow>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      end: true,
      line: 'much',
    },
    { head: t('holds.escrow.merchant'), cell: ({ merchant }) => merchant.name, line: 'name' },
    { head: t('record.description'), cell: ({ description }) => description ?? '–', line: 'note' },
    { head: t('record.status'), cell: ({ status }) => <HoldStatus status={status} />, line: 'state' },
    {
      head: t('holds.escrow.mine'),
      cell: ({ decision }) => t(`holds.escrow.is.${decision ?? 'none'}`),
      wide: true,
    },
    {
      head: t('holds.escrow.other'),
      cell: ({ other_decision: decision }) => t(`holds.escrow.is.${decision ?? 'none'}`),
      wide: true,
    },
    { head: t('holds.until'), cell: ({ expires_at }) => <Time at={expires_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('holds.escrow.list')} />
      <ListPage
        path="/holds/escrows"
        columns={columns}
        filters={[
          {
            name: 'status',
            label: t('record.status'),
            options: [
              { value: 'waiting', label: t('holds.escrow.waiting') },
              ...statuses.map((value) => ({ value, label: t(`holds.status.${value}`) })),
              { value: 'all', label: t('holds.escrow.all') },
            ],
            standing: 'waiting',
          },
        ]}
        to={({ id }) => `/escrows/${id}`}
        empty={<Empty title={t('holds.escrow.nothing')}>{t('holds.escrow.nothingAdvice')}</Empty>}
      />
    </>
  );
}
