import type { Delivery, DeliveryStatus } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Distance, Time } from '../ui/time.tsx';

const statuses: readonly DeliveryStatus[] = ['pending', 'succeeded', 'dead', 'held'];

/** The status of the last response, or the error that prevented one. */
export const lastAnswer = ({ attempts }: Delivery): string => {
  const last = attempts.at(-1);
  return last ? String(last.response_status ?? last.error?.class ?? '–') : '–';
};

export function Deliveries({ endpoint }: { endpoint: string }) {
  const { t } = useTexts();
  const columns: readonly Column<Delivery>[] = [
    { head: t('webhooks.event'), cell: ({ event_type }) => <code>{event_type}</code>, line: 'name' },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('webhooks.answer'), cell: (delivery) => lastAnswer(delivery), line: 'much' },
    { head: t('webhooks.attempts'), cell: ({ attempts }) => attempts.length, wide: true },
    {
      head: t('webhooks.next'),
      cell: ({ next_attempt_at }) => (next_attempt_at ? <Distance at={next_attempt_at} /> : '–'),
      wide: true,
    },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} seconds />, end: true, line: 'when' },
  ];
  return (
    <ListPage
      path="/webhooks/{id}/deliveries"
      params={{ id: endpoint }}
      columns={columns}
      every={2_000}
      filters={[
        {
          name: 'status',
          label: t('record.status'),
          options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
        },
      ]}
      to={({ id }) => `/deliveries/${id}`}
      empty={<Empty title={t('webhooks.noDeliveries')}>{t('webhooks.noDeliveriesAdvice')}</Empty>}
    />
  );
}
