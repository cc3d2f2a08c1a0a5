import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { ReconciledRail } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Go } from '../../ui/go.tsx';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { RecordHead } from '../../ui/record-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty, Failure, FormError, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Day } from '../../ui/time.tsx';
import { useChange } from '../../world/change.ts';
import { failureOf } from '../../world/read.ts';
import { ModeName } from '../mode-name.tsx';
import { RailRef } from '../ref.tsx';
import { useMay } from '../rights.ts';
import { OpenSumLink } from './open-sum-link.tsx';
import { stateOf, useReconciledRails } from './rail-state.ts';
import { ReconciledRailDialog } from './reconciled-rail-dialog.tsx';

/** One rail: the open items by result, and how it is reconciled. */
export function ReconciledRailPage() {
  const { t } = useTexts();
  const may = useMay();
  const { slug } = useParams({ strict: false }) as { slug: string };
  const rails = useReconciledRails();
  const failure = failureOf(rails);
  if (failure) return <Failure error={failure} retry={() => rails.refetch()} />;
  if (!rails.data) return <Loading />;
  const rail = rails.data.data.find((one) => one.rail === slug);
  if (!rail) {
    return (
      <Empty title={t('ui.notFound')} order={1}>
        {t('books.noRailsAdvice')}
      </Empty>
    );
  }
  return (
    <article>
      <RecordHead
        title={`${t('operator.page.reconciliation')} ${slug}`}
        list={{ to: '/operator/reconciliation', name: t('operator.page.reconciliation') }}
        shown={
          <>
            {slug} <Status status={stateOf(rail)} />
          </>
        }
      >
        {may('money') && <Run rail={rail} />}
      </RecordHead>
      <Facts
        facts={[
          [t('books.coveredTo'), <Day key="covered" day={rail.covered_to} />],
          [t('books.closedTo'), <Day key="closed" day={rail.closed_to} />],
          [t('books.oldest'), rail.oldest && <Day day={rail.oldest} />],
          [t('payments.rail'), <RailRef key="rail" slug={rail.rail} />],
        ]}
      />
      <Section
        title={t('books.openItems')}
        action={
          <Go to="/operator/statement_lines" search={{ rail: rail.rail }}>
            {t('books.lines')}
          </Go>
        }
      >
        <OpenItems rail={rail} />
      </Section>
      <Section title={t('books.settings')} action={may('money') && <ChangeSettings rail={rail} />}>
        <Facts
          facts={[
            [t('books.layout'), rail.layout],
            [t('books.account'), rail.account ?? t('books.anyAccount')],
            [t('books.timeZone'), rail.time_zone],
            [t('books.delay'), t('books.days', { count: rail.delay_days })],
            [t('books.postsFees'), t(rail.posts_fees ? 'books.yes' : 'books.no')],
            [t('record.currency'), rail.currency],
            [t('shell.mode'), <ModeName key="mode" livemode={rail.livemode} />],
          ]}
        />
      </Section>
    </article>
  );
}

function OpenItems({ rail }: { rail: ReconciledRail }) {
  const { t } = useTexts();
  if (rail.open.length === 0) return <Text c="dimmed">{t('books.noneOpen')}</Text>;
  const money = (amount: bigint) => <Money amount={amount} currency={rail.currency} />;
  return (
    <Table
      rows={rail.open.map((sum) => ({ ...sum, id: sum.result }))}
      to={undefined}
      columns={[
        { head: t('books.result'), cell: (sum) => <OpenSumLink rail={rail} sum={sum} /> },
        { head: t('books.there'), cell: ({ there }) => money(there), end: true },
        { head: t('books.here'), cell: ({ here }) => money(here), end: true },
        { head: t('operator.difference'), cell: ({ there, here }) => money(there - here), end: true },
      ]}
    />
  );
}

function ChangeSettings({ rail }: { rail: ReconciledRail }) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {t('books.change')}
      </Button>
      {opened && <ReconciledRailDialog rail={rail} taken={[]} onClose={close} />}
    </>
  );
}

function Run({ rail }: { rail: ReconciledRail }) {
  const { t } = useTexts();
  const run = useChange('POST', '/operator/reconciliation/{slug}/run', ['/operator/reconciliation', '/operator/cases']);
  return (
    <>
      <Button loading={run.isPending} onClick={() => run.run({ params: { slug: rail.rail } }).catch(() => undefined)}>
        {t('books.run')}
      </Button>
      <FormError error={run.error} />
    </>
  );
}
