import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KycQueueItem, SubmissionStatus } from '../../../contract/src/kyc.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Distance, Time } from '../ui/time.tsx';
import { ModeName, useModeFilter } from './mode-name.tsx';
import { PickFilter } from './pick-party.tsx';

const statuses: readonly SubmissionStatus[] = ['pending', 'approved', 'rejected', 'superseded'];

/** The queue, the oldest submission first, or all submissions. */
export function KycPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { view, user } = useSearch({ strict: false }) as { view?: string; user?: string };
  const all = view === 'all';
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
    all
      ? { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' }
      : {
          head: t('operator.desk.waitingSince'),
          cell: ({ created_at }) => <Distance at={created_at} />,
          end: true,
          line: 'when',
        },
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
      {all && (
        <Group mb="md">
          <PickFilter name="user" label={t('record.customer')} kinds={['customer']} />
        </Group>
      )}
      <ListPage
        key={String(all)}
        path="/operator/kyc/submissions"
        columns={columns}
        every={30_000}
        fixed={all ? (user ? { user } : {}) : { status: 'pending', order: 'asc' }}
        filters={
          all
            ? [
                {
                  name: 'status',
                  label: t('record.status'),
                  options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
                },
                mode,
              ]
            : [mode]
        }
        to={({ id }) => `/operator/kyc/${id}`}
        empty={<Empty title={t('operator.noKyc')}>{t('operator.noKycAdvice')}</Empty>}
      />
    </>
  );
}
