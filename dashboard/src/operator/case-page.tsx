import { useParams } from '@tanstack/react-router';
import type { CaseDetail } from '../../../contract/src/cases.ts';
import { printJson } from '../api/json.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatTime } from '../ui/format.ts';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { Waits } from '../ui/waits.tsx';
import { useRead } from '../world/read.ts';
import { Candidates } from './books/candidates.tsx';
import { ExceptionSection } from './books/exception-section.tsx';
import { readException } from './books/read-exception.ts';
import { CaseActions } from './case-actions.tsx';
import { ModeName } from './mode-name.tsx';
import { useName } from './names.ts';
import { RailRef, Ref } from './ref.tsx';
import { useMay } from './rights.ts';

/** A case with its record's history and the acts that close it. */
export function CasePage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const read = useRead('/operator/cases/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.case')}
      list={{ to: '/operator/cases', name: t('operator.page.cases') }}
      record={read}
      title={({ kind }) => t(`operator.caseOf.${kind}`)}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <CaseActions record={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('payments.rail'), record.rail && <RailRef key="rail" slug={record.rail} />],
        [t('operator.about'), record.record && <Ref id={record.record} />],
        [t('record.amount'), moneyOf(record, record.amount)],
        [t('operator.suspended'), record.suspended > 0n && moneyOf(record, record.suspended)],
        [t('operator.merchant'), record.merchant && <Ref id={record.merchant} />],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [t('operator.assignedTo'), record.assigned_to && <Ref id={record.assigned_to} />],
        [t('operator.resolution'), record.resolution],
        [t('operator.closedBy'), record.closed_by && <Ref id={record.closed_by} />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          {record.status === 'open' && <WaitsFor record={record} />}
          <Findings record={record} />
          <Section title={t('operator.history')}>
            <Timeline steps={record.history.map(stepOf).reverse()} />
          </Section>
        </>
      )}
    </RecordPage>
  );
}

/** The operator who works on an open case, and the time since which it waits. */
function WaitsFor({ record: { assigned_to, created_at } }: { record: CaseDetail }) {
  const { t } = useTexts();
  const name = useName(assigned_to ?? '');
  const since = formatTime(created_at);
  return <Waits>{t(`operator.desk.waits.${assigned_to ? 'case' : 'nobody'}`, { name, since })}</Waits>;
}

/** The difference in words if the case is about a statement, else the facts as they were noted. */
function Findings({ record }: { record: CaseDetail }) {
  const { t } = useTexts();
  const may = useMay();
  const exception = readException(record);
  if (exception) {
    return (
      <>
        <ExceptionSection exception={exception} />
        {record.actions.includes('match') && may('ledger') && <Candidates record={record} exception={exception} />}
      </>
    );
  }
  const facts = Object.entries(record.facts);
  if (facts.length === 0) return null;
  return (
    <Section title={t('operator.facts')}>
      <Facts facts={facts.map(([name, value]) => [name, textOf(value)] as const)} />
    </Section>
  );
}

const moneyOf = ({ currency }: CaseDetail, amount: bigint | null) =>
  amount !== null && currency !== null && <Money amount={amount} currency={currency} />;

/** A fact as the provider or the service noted it. */
const textOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? (value as string | null) : printJson(value);

function stepOf({ at, what, by, text }: CaseDetail['history'][number], index: number) {
  return {
    at,
    key: String(index),
    what: (
      <>
        <code>{what}</code> {by && by !== 'service' && <Ref id={by} />} {text}
      </>
    ),
  };
}
