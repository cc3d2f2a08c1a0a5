import type { RailHealth, WebhookBacklog } from '../../../contract/src/operator-reads.ts';
import { useTexts } from '../texts/use-texts.ts';
import chart from '../ui/chart.module.css';
import { Facts } from '../ui/facts.tsx';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { Distance } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { ModeName } from './mode-name.tsx';
import { Ref } from './ref.tsx';
import { Tenants } from './tenants.tsx';

const refetchInterval = 15_000;

/** The backlogs, by rail and integration. This is an operator's first page, and it has no personal data. */
export function HealthPage() {
  const { t } = useTexts();
  return (
    <>
      <PageHead title={t('operator.page.health')} />
      <Rails />
      <Tenants />
      <Webhooks />
    </>
  );
}

const waiting = ({ waiting: { payments, refunds, payout_items } }: RailHealth) => payments + refunds + payout_items;

const failures = ({ last_hour: { attempts, failures } }: RailHealth) => (attempts === 0 ? 0 : failures / attempts);
/** The rails that need attention come first: those with failures, then those with the most that waits. */
const byNeed = (one: RailHealth, other: RailHealth) =>
  failures(other) - failures(one) || waiting(other) - waiting(one) || one.name.localeCompare(other.name);

function Rails() {
  const { t } = useTexts();
  const rails = useRead('/operator/rails', { refetchInterval });
  const failure = failureOf(rails);
  if (failure) return <Failure error={failure} retry={() => rails.refetch()} />;
  if (!rails.data) return <Loading />;
  return (
    <Section title={t('operator.rails')} action={<Go to="/operator/callbacks">{t('operator.callback.title')}</Go>}>
      <Table
        rows={rails.data.data.map((rail) => ({ ...rail, id: rail.name })).sort(byNeed)}
        to={undefined}
        columns={[
          { head: t('payments.rail'), cell: ({ name }) => name },
          { head: t('operator.callsHour'), cell: ({ last_hour }) => <Calls calls={last_hour} />, end: true },
          { head: t('operator.callsDay'), cell: ({ last_day }) => <Calls calls={last_day} />, end: true, wide: true },
          {
            head: t('operator.lastSuccess'),
            cell: ({ last_success_at: at }) => (at ? <Distance at={at} /> : '–'),
            end: true,
            wide: true,
          },
          { head: t('operator.waiting'), cell: waiting, end: true },
          {
            head: t('operator.oldest'),
            cell: ({ waiting: { oldest_at: at } }) => (at ? <Distance at={at} /> : '–'),
            end: true,
            wide: true,
          },
        ]}
      />
    </Section>
  );
}

function Calls({ calls }: { calls: RailHealth['last_hour'] }) {
  const { t } = useTexts();
  const { attempts, failures, declined } = calls;
  return (
    <>
      {t('operator.calls', { attempts, failures, declined })}
      {attempts > 0 && (
        <span className={chart.share} aria-hidden>
          <span className={chart.good} style={{ flexGrow: attempts - failures }} />
          <span className={chart.bad} style={{ flexGrow: failures }} />
        </span>
      )}
    </>
  );
}

function Webhooks() {
  const { t } = useTexts();
  const backlog = useRead('/operator/webhooks/backlog', { refetchInterval });
  const failure = failureOf(backlog);
  if (failure) return <Failure error={failure} retry={() => backlog.refetch()} />;
  if (!backlog.data) return <Loading />;
  const { data } = backlog;
  return (
    <Section title={t('operator.webhooks')}>
      <Facts
        facts={[
          [t('operator.due'), String(data.due)],
          [t('operator.oldest'), data.oldest_due_at && <Distance at={data.oldest_due_at} />],
          [t('operator.later'), String(data.waiting)],
          [t('operator.held'), String(data.held)],
          [t('operator.dead'), String(data.dead)],
          [t('operator.disabledEndpoints'), String(data.disabled_endpoints)],
          [t('operator.failingEndpoints'), String(data.failing_endpoints)],
        ]}
      />
      {data.integrations.length > 0 && <Integrations rows={data.integrations} />}
    </Section>
  );
}

function Integrations({ rows }: { rows: WebhookBacklog['integrations'] }) {
  const { t } = useTexts();
  return (
    <Table
      rows={rows.map((row) => ({ ...row, id: `${row.integration} ${row.livemode}` }))}
      to={undefined}
      columns={[
        { head: t('operator.integration'), cell: ({ name }) => name },
        { head: t('operator.merchant'), cell: ({ merchant }) => <Ref id={merchant} />, wide: true },
        { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
        { head: t('operator.due'), cell: ({ due }) => due, end: true },
        { head: t('operator.later'), cell: (row) => row.waiting, end: true, wide: true },
        { head: t('operator.held'), cell: ({ held }) => held, end: true, wide: true },
        { head: t('operator.dead'), cell: ({ dead }) => dead, end: true },
      ]}
    />
  );
}
