import type { SystemWallet, TrialBalance } from '../../../contract/src/operator-reads.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage, Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { ModeName, useModeFilter } from './mode-name.tsx';
import { Seal } from './seal.tsx';

export function LedgerPage() {
  const { t } = useTexts();
  const mode = useModeFilter();
  const columns: readonly Column<SystemWallet>[] = [
    { head: t('operator.role'), cell: ({ role }) => <code>{role}</code> },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
    {
      head: t('operator.balance'),
      cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
      end: true,
    },
    { head: t('operator.changed'), cell: ({ updated_at }) => <Time at={updated_at} />, end: true, wide: true },
  ];
  return (
    <>
      <PageHead title={t('operator.page.ledger')} />
      <Balance />
      <Seal />
      <Section title={t('operator.systemWallets')}>
        <ListPage
          path="/operator/ledger/wallets"
          columns={columns}
          filters={[
            {
              name: 'currency',
              label: t('record.currency'),
              options: Object.keys(service.currencies).map((value) => ({ value, label: value })),
            },
            mode,
          ]}
          to={({ id }) => `/operator/ledger/${id}`}
          empty={<Empty title={t('operator.noWallets')} />}
        />
      </Section>
    </>
  );
}

type Ledger = TrialBalance['ledgers'][number];

function Balance() {
  const { t } = useTexts();
  const read = useRead('/operator/ledger/trial_balance');
  const failure = failureOf(read);
  if (failure) return <Failure error={failure} retry={() => read.refetch()} />;
  if (!read.data) return <Loading rows={3} />;
  const sum = (name: 'debits' | 'credits' | 'reserved') => (ledger: Ledger) => (
    <Money amount={ledger[name]} currency={ledger.currency} />
  );
  return (
    <Section title={t('operator.trialBalance')} action={<Status status={read.data.balanced ? 'balanced' : 'broken'} />}>
      <Table
        rows={read.data.ledgers.map((ledger) => ({ ...ledger, id: `${ledger.currency} ${ledger.livemode}` }))}
        to={undefined}
        columns={[
          { head: t('record.currency'), cell: ({ currency }) => currency },
          { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
          { head: t('operator.debits'), cell: sum('debits'), end: true },
          { head: t('operator.credits'), cell: sum('credits'), end: true },
          { head: t('operator.reserved'), cell: sum('reserved'), end: true, wide: true },
          { head: t('operator.page.wallets'), cell: ({ wallets }) => wallets, end: true, wide: true },
          {
            head: t('record.status'),
            cell: ({ balanced }) => <Status status={balanced ? 'balanced' : 'broken'} />,
            end: true,
            wide: true,
          },
        ]}
      />
    </Section>
  );
}
