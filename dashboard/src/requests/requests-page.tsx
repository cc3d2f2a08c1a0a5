import type { RequestLogEntry } from '../../../contract/src/request-logs.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { askedBy, Outcome } from './outcome.tsx';

const methods = ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method }));

export function RequestsPage() {
  const { t } = useTexts();
  const columns: readonly Column<RequestLogEntry>[] = [
    {
      head: t('requests.request'),
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
      line: 'name',
    },
    { head: t('record.status'), cell: ({ status }) => <Outcome status={status} />, line: 'state' },
    { head: t('requests.error'), cell: ({ error_code }) => (error_code ? <code>{error_code}</code> : '–'), wide: true },
    { head: t('requests.by'), cell: (entry) => <code>{askedBy(entry)}</code>, wide: true },
    { head: t('requests.duration'), cell: ({ duration_ms }) => `${duration_ms} ms`, end: true, wide: true },
    { head: t('requests.at'), cell: ({ created_at }) => <Time at={created_at} seconds />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('requests.title')} />
      <ListPage
        path="/request_logs"
        columns={columns}
        filters={[
          { name: 'method', label: t('requests.method'), options: methods },
          {
            name: 'outcome',
            label: t('record.status'),
            options: (['succeeded', 'failed'] as const).map((value) => ({ value, label: t(`status.${value}`) })),
          },
          { name: 'error_code', label: t('requests.error') },
          { name: 'path', label: t('requests.path') },
          { name: 'idempotency_key', label: t('requests.idempotencyKey') },
          { name: 'api_key', label: t('requests.key') },
        ]}
        every={5_000}
        to={({ id }) => `/requests/${id}`}
        empty={<Empty title={t('requests.none')}>{t('requests.noneAdvice')}</Empty>}
      />
    </>
  );
}
