import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Float } from '../../../contract/src/floats.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { Distance } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { FloatDialog } from './float-dialog.tsx';
import { ModeName } from './mode-name.tsx';
import classes from './operator.module.css';
import { useMay } from './rights.ts';

const refetchInterval = 30_000;

/** The money at each provider, beside the books. */
export function FloatsPage() {
  const { t } = useTexts();
  const may = useMay();
  const [changing, { open, close }] = useDisclosure();
  const floats = useRead('/operator/floats', { refetchInterval });
  const rows = floats.data?.data ?? [];
  return (
    <>
      <PageHead title={t('operator.page.floats')}>
        {may('money') && rows.length > 0 && <Button onClick={open}>{t('operator.changeFloat')}</Button>}
      </PageHead>
      <Floats floats={floats} />
      {changing && <FloatDialog floats={rows} onClose={close} />}
    </>
  );
}

function Floats({ floats }: { floats: ReturnType<typeof useRead<'/operator/floats'>> }) {
  const { t } = useTexts();
  const failure = failureOf(floats);
  if (failure) return <Failure error={failure} retry={() => floats.refetch()} />;
  if (!floats.data) return <Loading />;
  if (floats.data.data.length === 0)
    return <Empty title={t('operator.noFloats')}>{t('operator.noFloatsAdvice')}</Empty>;
  const money = (name: 'available' | 'booked' | 'difference' | 'minimum') => (float: Float) => {
    const amount = float[name];
    return amount === null ? '–' : <Money amount={amount} currency={float.currency} />;
  };
  return (
    <Table
      rows={floats.data.data.map((float) => ({ ...float, id: float.rail }))}
      to={({ rail }) => `/operator/rails/${rail}`}
      columns={[
        { head: t('payments.rail'), cell: ({ rail }) => rail },
        { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
        { head: t('operator.atProvider'), cell: money('available'), end: true },
        { head: t('operator.booked'), cell: money('booked'), end: true },
        { head: t('operator.difference'), cell: money('difference'), end: true },
        { head: t('operator.minimum'), cell: money('minimum'), end: true, wide: true },
        {
          head: t('operator.measured'),
          cell: ({ measured_at: at }) => (at ? <Distance at={at} /> : '–'),
          end: true,
        },
        {
          head: t('record.status'),
          cell: ({ low, error }) => (
            <div className={classes.note}>{low ? <strong>{t('operator.low')}</strong> : (error ?? '–')}</div>
          ),
        },
      ]}
    />
  );
}
