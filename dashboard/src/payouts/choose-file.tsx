import { Button, FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { isWorkbook } from '../../../contract/src/csv-dialect-results.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Download, FileUp } from '../ui/icons.ts';
import { saveCsv } from '../ui/save-csv.ts';
import classes from './payouts.module.css';
import { examplePhones } from './placeholder.ts';
import { type FileTable, readCsv } from './read-csv.ts';

/** The service's limits for one payout: items and bytes. */
const MOST_LINES = 10_000;
const MOST_BYTES = 5 * 1024 * 1024;
const template = [
  'recipient,amount,reference,name,description',
  `${examplePhones[0]},30000,emp-1,Awa Ndiaye,October`,
  `${examplePhones[1]},25000,emp-2,Moussa Ba,October`,
  '',
].join('\r\n');

/** The reader of workbooks loads with the first one. */
const readAny = async (bytes: ArrayBuffer) =>
  isWorkbook(new Uint8Array(bytes))
    ? (await import('./read-workbook.ts')).readWorkbook(bytes)
    : readCsv(new Uint8Array(bytes));

export function ChooseFile({ onFile }: { onFile: (name: string, table: FileTable) => void }) {
  const { t } = useTexts();
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const forget = useRef<() => void>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    // Clears the input, because a browser reports no change when a corrected file is chosen again under its name.
    forget.current?.();
    if (file.size > MOST_BYTES) return setFault(t('payroll.file.many', { count: MOST_LINES }));
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return setFault(t('payroll.file.unreadable'));
    const table = await readAny(bytes).catch(() => null);
    if (!table) setFault(t('ui.unreachable'));
    else if ('fault' in table) setFault(t(`payroll.file.${table.fault}`, { ...table.values }));
    else if (table.rows.length > MOST_LINES) setFault(t('payroll.file.many', { count: MOST_LINES }));
    else onFile(file.name, table);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={classes.drop}
      aria-label={t('payroll.file.choose')}
      {...(over ? { 'data-over': true } : {})}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={28} aria-hidden />
      <Text>{t('payroll.file.drop')}</Text>
      <Group justify="center">
        <FileButton
          accept=".csv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={take}
          resetRef={forget}
          inputProps={{ 'aria-label': t('payroll.file.choose') }}
        >
          {(props) => <Button {...props}>{t('payroll.file.choose')}</Button>}
        </FileButton>
        <Button variant="default" leftSection={<Download size={16} />} onClick={() => saveCsv(template, 'payout.csv')}>
          {t('payroll.file.template')}
        </Button>
      </Group>
      {fault && (
        <Text role="alert" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </section>
  );
}
