import { Button, FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Download, FileUp } from '../ui/icons.ts';
import { saveCsv } from '../ui/save-csv.ts';
import classes from './payouts.module.css';
import { type Line, readCsv } from './read-csv.ts';

/** The service's limits for one payout: items and bytes. */
const MOST = 10_000;
const MOST_BYTES = 5 * 1024 * 1024;
const template = [
  'recipient,amount,reference,name,description',
  '+221770000100,30000,emp-1,Awa Ndiaye,October',
  '+221770000101,25000,emp-2,Moussa Ba,October',
  '',
].join('\r\n');

export function ChooseFile({ onFile }: { onFile: (name: string, lines: readonly Line[]) => void }) {
  const { t } = useTexts();
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const forget = useRef<() => void>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    // Clears the input, because a browser reports no change when a corrected file is chosen again under its name.
    forget.current?.();
    if (file.size > MOST_BYTES) return setFault(t('payouts.file.many', { count: MOST }));
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return setFault(t('payouts.file.unreadable'));
    const csv = readCsv(new Uint8Array(bytes));
    if ('fault' in csv) setFault(t(`payouts.file.${csv.fault}`, { ...csv.values }));
    else if (csv.lines.length > MOST) setFault(t('payouts.file.many', { count: MOST }));
    else onFile(file.name, csv.lines);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={classes.drop}
      aria-label={t('payouts.file.choose')}
      {...(over ? { 'data-over': true } : {})}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={28} aria-hidden />
      <Text>{t('payouts.file.drop')}</Text>
      <Group justify="center">
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChange={take}
          resetRef={forget}
          inputProps={{ 'aria-label': t('payouts.file.choose') }}
        >
          {(props) => <Button {...props}>{t('payouts.file.choose')}</Button>}
        </FileButton>
        <Button variant="default" leftSection={<Download size={16} />} onClick={() => saveCsv(template, 'payout.csv')}>
          {t('payouts.file.template')}
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
