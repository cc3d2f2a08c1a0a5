import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { StatementFile } from '../../../../contract/src/statement-files.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Id } from '../../ui/copy.tsx';
import { formatSize } from '../../ui/format.ts';
import { Go } from '../../ui/go.tsx';
import { Table } from '../../ui/list-page.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { Section } from '../../ui/section.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { useRead } from '../../world/read.ts';
import { ModeName } from '../mode-name.tsx';
import { Ref } from '../ref.tsx';
import { FileStatements } from './file-statements.tsx';
import { PeriodOf } from './period-of.tsx';
import { Progress } from './progress.tsx';
import { RawFile } from './raw-file.tsx';

const isFinished = (file: StatementFile | undefined) => file !== undefined && file.finished_at !== null;

/** One statement file: how it is read, its problems by line, and the statements in it. */
export function StatementFilePage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const read = useRead('/operator/statement_files/{id}', {
    params: { id },
    refetchInterval: (file) => (isFinished(file) ? false : 1_000),
  });
  return (
    <RecordPage
      kind={t('books.file')}
      list={{ to: '/operator/statements', name: t('operator.page.statements') }}
      record={read}
      title={({ name }) => name}
      status={({ status }) => <Status status={status} />}
      actions={(file) => (
        <>
          {file.status === 'imported' && (
            <Go to="/operator/statement_lines" search={{ file: file.id }}>
              {t('books.lines')}
            </Go>
          )}
          <RawFile file={file} />
        </>
      )}
      facts={(file) => [
        [
          t('payments.rail'),
          <Go key="rail" to={`/operator/reconciliation/${file.rail}`}>
            {file.rail}
          </Go>,
        ],
        [t('books.period'), file.statements.length > 0 && <PeriodOf file={file} />],
        [t('books.lineCount'), String(file.lines)],
        [t('books.newLines'), String(file.new_lines)],
        [t('books.layout'), file.layout],
        [t('books.source'), t(`books.sourceOf.${file.source}`)],
        [t('books.size'), formatSize(file.size)],
        [t('books.partOf'), file.part_of && <Ref id={file.part_of} />],
        [t('books.sentBy'), file.created_by !== 'service' && <Ref id={file.created_by} />],
        [t('shell.mode'), <ModeName key="mode" livemode={file.livemode} />],
        [t('books.received'), <Time key="created" at={file.created_at} seconds />],
        [t('books.finished'), file.finished_at && <Time at={file.finished_at} seconds />],
        [t('books.sha256'), file.sha256 && <Id id={file.sha256} whole />],
        [t('record.id'), <Id key="id" id={file.id} whole />],
      ]}
    >
      {(file) => (
        <>
          {!isFinished(file) && (
            <Section title={t('books.readingNow')}>
              <Progress label={t(`status.${file.status}`)} part={file.size > 0 ? file.read_bytes / file.size : 0} />
            </Section>
          )}
          {file.problems.length > 0 && <Problems file={file} />}
          {file.warnings.length > 0 && (
            <Section title={t('books.warnings')}>
              <ul>
                {file.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Section>
          )}
          {file.statements.length > 0 && <FileStatements file={file} />}
        </>
      )}
    </RecordPage>
  );
}

function Problems({ file: { problems } }: { file: StatementFile }) {
  const { t } = useTexts();
  return (
    <Section title={t('books.problems')}>
      <Text mb="xs">{t('books.problemsAdvice')}</Text>
      <Table
        rows={problems.map((problem, index) => ({ ...problem, id: String(index) }))}
        to={undefined}
        columns={[
          { head: t('books.line'), cell: ({ line }) => line ?? '–' },
          { head: t('books.field'), cell: ({ field }) => field ?? '–' },
          { head: t('books.problem'), cell: ({ problem }) => problem },
        ]}
      />
    </Section>
  );
}
