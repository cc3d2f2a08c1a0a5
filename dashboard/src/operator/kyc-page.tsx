import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KycQueueItem, SubmissionStatus } from '../../../contract/src/kyc.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { ModeName, useModeFilter } from './mode-name.tsx';

const statuses: readonly SubmissionStatus[] = ['pending', 'approved', 'rejected', 'superseded'];

/** The queue, the oldest submission first, or all submissions. */
export function KycPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const all = (useSearch({ strict: false }) as { view?: string }).view === 'all';
  const mode = useModeFilter();
  const columns: readonly Column<KycQueueItem>[] = [
    { head: t('record.customer'), cell: ({ phone }) => phone, line: 'who' },
    {
      head: t('operator.document'),
      cell: ({ document_type }) => t(`operator.documentOf.${document_type}`),
      line: 'much',
    },
    { head: t('operator.images'), cell: ({ documents }) => documents.length, wide: true },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('operator.page.kyc')}>
        <Button
          variant="default"
          onClick={() => navigate({ to: '/operator/kyc', search: (all ? {} : { view: 'all' }) as never })}
        >
          {all ? t('operator.queue') : t('operator.allSubmissions')}
        </Button>
      </PageHead>
      <ListPage
        key={String(all)}
        path="/operator/kyc/submissions"
        columns={columns}
        fixed={all ? {} : { status: 'pending', order: 'asc' }}
        filters={
          all
            ? [
                {
                  name: 'status',
                  label: t('record.status'),
                  options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
                },
                mode,
                { name: 'user', label: t('operator.userId') },
              ]
            : [mode]
        }
        to={({ id }) => `/operator/kyc/${id}`}
        empty={<Empty title={t('operator.noKyc')}>{t('operator.noKycAdvice')}</Empty>}
      />
    </>
  );
}
