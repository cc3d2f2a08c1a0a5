import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReconciledRail } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Day } from '../../ui/time.tsx';
import { failureOf } from '../../world/read.ts';
import { ModeName } from '../mode-name.tsx';
import { useMay } from '../rights.ts';
import classes from './books.module.css';
import { OpenSumLink } from './open-sum-link.tsx';
import { exceptionsOf, stateOf, useReconciledRails } from './rail-state.ts';
import { ReconciledRailDialog } from './reconciled-rail-dialog.tsx';

/** Which rails tie with their providers, and what is open at the others. */
export function ReconciliationPage() {
  const { t } = useTexts();
  const may = useMay();
  const [adding, { open, close }] = useDisclosure();
  const rails = useReconciledRails();
  return (
    <>
      <PageHead title={t('operator.page.reconciliation')}>
        {may('money') && (
          <Button variant="default" onClick={open}>
            {t('books.addRail')}
          </Button>
        )}
      </PageHead>
      <Rails rails={rails} />
      {adding && <ReconciledRailDialog rail={null} taken={rails.data?.data ?? []} onClose={close} />}
    </>
  );
}

function Rails({ rails }: { rails: ReturnType<typeof useReconciledRails> }) {
  const { t } = useTexts();
  const failure = failureOf(rails);
  if (failure) return <Failure error={failure} retry={() => rails.refetch()} />;
  if (!rails.data) return <Loading />;
  if (rails.data.data.length === 0) return <Empty title={t('books.noRails')}>{t('books.noRailsAdvice')}</Empty>;
  return (
    <Table
      rows={rails.data.data.map((rail) => ({ ...rail, id: rail.rail }))}
      to={({ rail }) => `/operator/reconciliation/${rail}`}
      columns={[
        { head: t('payments.rail'), cell: ({ rail }) => rail },
        { head: t('record.status'), cell: (rail) => <Status status={stateOf(rail)} /> },
        { head: t('books.openItems'), cell: (rail) => <OpenItems rail={rail} />, wide: true },
        { head: t('books.oldest'), cell: ({ oldest }) => <Day day={oldest} />, end: true },
        { head: t('books.coveredTo'), cell: ({ covered_to }) => <Day day={covered_to} />, end: true, wide: true },
        { head: t('books.closedTo'), cell: ({ closed_to }) => <Day day={closed_to} />, end: true, wide: true },
        { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
      ]}
    />
  );
}

function OpenItems({ rail }: { rail: ReconciledRail }) {
  const sums = exceptionsOf(rail);
  if (sums.length === 0) return '–';
  return (
    <ul className={classes.sums}>
      {sums.map((sum) => (
        <li key={sum.result}>
          <OpenSumLink rail={rail} sum={sum} /> <Money amount={sum.there - sum.here} currency={rail.currency} />
        </li>
      ))}
    </ul>
  );
}
