import type { Replay } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

export function Replays({ endpoint }: { endpoint: string }) {
  const { t } = useTexts();
  const columns: readonly Column<Replay>[] = [
    { head: t('record.id'), line: 'who', cell: ({ id }) => <Id id={id} /> },
    { head: t('record.status'), line: 'state', cell: ({ status }) => <Status status={status} /> },
    { head: t('webhooks.resent'), line: 'much', cell: ({ resent_count }) => resent_count },
    { head: t('webhooks.since'), cell: ({ since }) => <Time at={since} />, wide: true },
    { head: t('record.created'), line: 'when', cell: ({ created_at }) => <Time at={created_at} seconds />, end: true },
  ];
  return (
    <ListPage
      path="/webhooks/{id}/replays"
      params={{ id: endpoint }}
      columns={columns}
      every={2_000}
      empty={<Empty title={t('webhooks.noReplays')}>{t('webhooks.noReplaysAdvice')}</Empty>}
    />
  );
}
