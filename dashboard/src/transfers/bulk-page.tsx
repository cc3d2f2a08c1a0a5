import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Bulk } from '../../../contract/src/bulk.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { formatMoney } from '../ui/format.ts';
import { Table } from '../ui/list-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';

/** A longer list belongs into the API's answer. */
const MOST_SHOWN = 100;

/** A request with many transfers: its totals, and the transfers that failed. */
export function BulkPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const bulk = useRead('/transfers/bulk/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('transfers.bulk')}
      list={{ to: '/transfers', name: t('transfers.title') }}
      record={bulk}
      title={({ totals }) => t('transfers.bulkOf', { count: totals.succeeded_count, all: totals.count })}
      status={({ status }) => <Status status={status} />}
      facts={(record) => [
        ...record.totals.amounts.map(
          ({ currency, succeeded_amount: amount }) =>
            [t('transfers.moved', { currency }), formatMoney(amount, currency)] as const,
        ),
        [t('transfers.failed'), String(record.totals.failed_count)],
        [t('transfers.bulkMode'), t(`transfers.modeOf.${record.mode}`)],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        [t('record.id'), <Id key="id" id={record.id} whole />],
      ]}
    >
      {(record) => record.totals.failed_count > 0 && <Failed bulk={record} />}
    </RecordPage>
  );
}

function Failed({ bulk: { results, totals } }: { bulk: Bulk }) {
  const { t, refusal } = useTexts();
  const failed = results
    .map(({ error }, i) => ({ id: String(i + 1), error }))
    .flatMap(({ id, error }) => (error ? [{ id, ...error }] : []));
  return (
    <Section title={t('transfers.failedItems')}>
      <Table
        rows={failed.slice(0, MOST_SHOWN)}
        to={undefined}
        columns={[
          { head: t('transfers.number'), cell: ({ id }) => id, line: 'name' },
          { head: t('transfers.why'), cell: ({ code, message }) => refusal(code, message) ?? message, line: 'note' },
        ]}
      />
      {failed.length > MOST_SHOWN && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('transfers.firstFailed', { count: MOST_SHOWN, all: totals.failed_count })}
        </Text>
      )}
    </Section>
  );
}
