import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import { DeliveriesOf } from './deliveries-of.tsx';
import { SubjectLink } from './subject.tsx';

export function EventPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const event = useRead('/events/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('events.one')}
      list={{ to: '/events', name: t('events.title') }}
      record={event}
      title={({ type }) => type}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('events.about'), <SubjectLink key="about" event={record} />],
        [t('events.request'), record.request.id && <Go to={`/requests/${record.request.id}`}>{record.request.id}</Go>],
        [t('events.idempotencyKey'), record.request.idempotency_key],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => <DeliveriesOf event={record.id} />}
    </RecordPage>
  );
}
