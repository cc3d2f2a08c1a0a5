import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StatementFile } from '../../../../contract/src/statement-files.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Go } from '../../ui/go.tsx';
import { FileUp } from '../../ui/icons.ts';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { ModeName } from '../mode-name.tsx';
import { useMay } from '../rights.ts';
import { PeriodOf } from './period-of.tsx';
import { useReconciledRails } from './rail-state.ts';
import { UploadDialog } from './upload-dialog.tsx';

const statuses = ['receiving', 'waiting', 'reading', 'imported', 'refused'] as const;

/** The files of providers and banks, and what became of each. */
export function StatementsPage() {
  const { t } = useTexts();
  const may = useMay();
  const [uploading, { open, close }] = useDisclosure();
  const rails = useReconciledRails().data?.data ?? [];
  const columns: readonly Column<StatementFile>[] = [
    { head: t('books.fileName'), cell: ({ name }) => name },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} /> },
    { head: t('payments.rail'), cell: ({ rail }) => rail, wide: true },
    { head: t('books.period'), cell: (file) => <PeriodOf file={file} /> },
    { head: t('books.lineCount'), cell: ({ lines }) => lines, end: true, wide: true },
    { head: t('books.newLines'), cell: ({ new_lines: count }) => count, end: true, wide: true },
    { head: t('books.source'), cell: ({ source }) => t(`books.sourceOf.${source}`), wide: true },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
    { head: t('books.received'), cell: ({ created_at }) => <Time at={created_at} />, end: true, wide: true },
  ];
  return (
    <>
      <PageHead title={t('operator.page.statements')}>
        <Go to="/operator/statement_layouts">{t('books.layouts')}</Go>
        {may('money') && (
          <Button leftSection={<FileUp size={16} />} onClick={open}>
            {t('books.upload')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/operator/statement_files"
        columns={columns}
        every={10_000}
        filters={[
          { name: 'rail', label: t('payments.rail'), options: rails.map(({ rail }) => ({ value: rail, label: rail })) },
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
          },
        ]}
        to={({ id }) => `/operator/statements/${id}`}
        empty={<Empty title={t('books.noFiles')}>{t('books.noFilesAdvice')}</Empty>}
      />
      {uploading && <UploadDialog rails={rails.map(({ rail }) => rail)} onClose={close} />}
    </>
  );
}
