import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Schedule } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { ChooseFile } from './choose-file.tsx';
import { isMapped, linesOf, type Mapping, mapColumns } from './map-columns.ts';
import { MapColumnsForm } from './map-columns-form.tsx';
import { Preview } from './preview.tsx';
import type { FileTable } from './read-csv.ts';
import { readRemembered, remember } from './remembered-columns.ts';

type Chosen = { readonly name: string; readonly table: FileTable; readonly mapping: Mapping; readonly asks: boolean };

/** Chooses a file, asks what its columns are where that is not known, and shows its lines. */
export function FromFile({ schedule }: { schedule?: Schedule }) {
  const { t } = useTexts();
  const [file, setFile] = useState<Chosen | null>(null);
  if (!file)
    return (
      <>
        <Text mb="md" maw="42rem">
          {t('payroll.newAdvice')}
        </Text>
        <ChooseFile
          onFile={(name, table) => {
            const mapping = mapColumns(table, readRemembered());
            setFile({ name, table, mapping, asks: !isMapped(mapping) });
          }}
        />
      </>
    );
  const { table, mapping, asks } = file;
  const onOther = () => setFile(null);
  if (asks)
    return (
      <MapColumnsForm
        table={table}
        mapping={mapping}
        onOther={onOther}
        onChosen={(chosen) => {
          remember(table, chosen);
          setFile({ ...file, mapping: chosen, asks: false });
        }}
      />
    );
  return (
    <Preview
      file={file.name}
      first={linesOf(table, mapping)}
      onOther={onOther}
      onColumns={() => setFile({ ...file, asks: true })}
      {...(schedule ? { schedule, fixed: { wallet: schedule.wallet, reference: schedule.name } } : {})}
    />
  );
}
