import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ShiftTotal } from '../../../contract/src/tills.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Facts } from '../ui/facts.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { failureOf, useRead } from '../world/read.ts';
import { CounterPayments } from './counter-payments.tsx';
import { NewSale } from './new-sale.tsx';
import { SaleScreen } from './sale-screen.tsx';

/** Without the stream of events, a sale turns green within this time. */
const POLL_MS = 5_000;

/** The cashier's screen. The address names the sale, so that a reload shows it again. */
export function ShiftPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const { id } = useParams({ strict: false }) as { id: string };
  const { sale: shown } = useSearch({ strict: false }) as { sale?: string };
  const shift = useRead('/shifts/{id}', { params: { id } });
  const sales = useRead('/sales', { query: { shift: id, limit: 50 }, refetchInterval: shown ? POLL_MS : false });
  const failure = failureOf(shift) ?? failureOf(sales);
  const show = (sale: string | null) => navigate({ to: '.', search: (sale ? { sale } : {}) as never, replace: true });
  if (failure) return <Failure error={failure} retry={() => shift.refetch()} />;
  if (!shift.data || !sales.data) return <Loading />;
  const current = sales.data.data.find((sale) => sale.id === shown);
  const { status, currency } = shift.data;
  return (
    <>
      <PageHead title={t('till.title')}>
        {status === 'open' && mayChange('sales') && <EndShift shift={shift.data} />}
      </PageHead>
      {current ? (
        <SaleScreen sale={current} onNew={() => show(null)} />
      ) : (
        status === 'open' && mayChange('sales') && <NewSale shift={id} currency={currency} onBegun={show} />
      )}
      <CounterPayments shift={id} sale={current} />
      <Totals shift={shift.data} />
      <Section title={t('till.sales')}>
        {sales.data.data.length === 0 ? (
          <p>{t('till.noSales')}</p>
        ) : (
          <Table
            rows={sales.data.data}
            to={undefined}
            columns={[
              { head: t('record.amount'), cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
              { head: t('record.status'), cell: (sale) => <Status status={sale.status} /> },
              { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true },
            ]}
          />
        )}
      </Section>
    </>
  );
}

function Totals({ shift }: { shift: ShiftTotal }) {
  const { t } = useTexts();
  const { currency, created_at, ended_at } = shift;
  const money = (amount: bigint) => <Money amount={amount} currency={currency} />;
  return (
    <Section title={t('till.total')}>
      <Facts
        facts={[
          [t('till.total'), money(shift.total)],
          [t('till.sales'), `${shift.sales}`],
          [t('till.untied'), shift.untied > 0 && money(shift.untied_amount)],
          [t('till.started'), <Time key="started" at={created_at} />],
          [t('till.ended'), ended_at && <Time at={ended_at} />],
        ]}
      />
    </Section>
  );
}

function EndShift({ shift }: { shift: ShiftTotal }) {
  const { t } = useTexts();
  const [asked, ask] = useDisclosure();
  const ending = useChange('POST', '/shifts/{id}/end', ['/shifts/{id}', '/shifts']);
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {t('till.end')}
      </Button>
      <Confirm
        opened={asked}
        onClose={ask.close}
        title={t('till.endTitle')}
        act={t('till.end')}
        danger={false}
        pending={ending.isPending}
        error={ending.error}
        onConfirm={() => ending.run({ params: { id: shift.id } }).then(ask.close, () => undefined)}
      >
        {t('till.endAsk')} <Money amount={shift.total} currency={shift.currency} />
      </Confirm>
    </>
  );
}
