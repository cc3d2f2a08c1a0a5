import type { Event } from '../../../contract/src/events.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { eventKinds } from '../world/event-kinds.ts';
import { subjectOf } from './subject.tsx';

export function EventsPage() {
  const { t } = useTexts();
  const columns: readonly Column<Event>[] = [
    { head: t('events.type'), cell: ({ type }) => <code>{type}</code>, line: 'name' },
    { head: t('events.about'), cell: (event) => subjectOf(event), line: 'state' },
    { head: t('record.id'), cell: ({ id }) => <Id id={id} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} seconds />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('events.title')} />
      <ListPage
        path="/events"
        columns={columns}
        filters={[
          { name: 'type', label: t('events.type'), options: eventKinds.map((kind) => ({ value: kind, label: kind })) },
        ]}
        to={({ id }) => `/events/${id}`}
        empty={<Empty title={t('events.none')}>{t('events.noneAdvice')}</Empty>}
      />
    </>
  );
}
