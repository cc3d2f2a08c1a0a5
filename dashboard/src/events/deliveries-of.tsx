import type { Delivery } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';

const EVERY_MS = 2_000;
/** A later attempt comes in minutes or hours, and an event of any kind reads again. */
const isFirstAttempt = ({ status, attempts }: Delivery) => status === 'pending' && attempts.length === 0;

/** Where an event was sent, and the last answer. */
export function DeliveriesOf({ event }: { event: string }) {
  const { t } = useTexts();
  const deliveries = useRead('/events/{id}/deliveries', {
    params: { id: event },
    refetchInterval: (answer) => (answer?.data.some(isFirstAttempt) ? EVERY_MS : false),
  });
  const rows = deliveries.data?.data ?? [];
  const columns: readonly Column<Delivery>[] = [
    { head: t('inbox.endpoint'), cell: ({ endpoint_url }) => endpoint_url ?? t('inbox.title'), line: 'name' },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    {
      head: t('webhooks.answer'),
      cell: ({ attempts }) => attempts.at(-1)?.response_status ?? attempts.at(-1)?.error?.class ?? '–',
      wide: true,
    },
    { head: t('webhooks.attempts'), cell: ({ attempts }) => attempts.length, wide: true },
    {
      head: t('health.last'),
      cell: ({ attempts }) => <Time at={attempts.at(-1)?.at ?? null} seconds />,
      end: true,
      line: 'when',
    },
  ];
  return (
    <Section title={t('inbox.deliveries')}>
      <FormError error={failureOf(deliveries)} />
      {rows.length > 0 ? (
        <Table rows={rows} columns={columns} to={({ id }) => `/deliveries/${id}`} />
      ) : (
        deliveries.isSuccess && <p>{t('inbox.noDeliveries')}</p>
      )}
    </Section>
  );
}
