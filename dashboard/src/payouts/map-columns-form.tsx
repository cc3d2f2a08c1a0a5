import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Section } from '../ui/section.tsx';
import { columns } from './headings.ts';
import { isUsable, type Mapping } from './map-columns.ts';
import classes from './payouts.module.css';
import type { FileTable } from './read-csv.ts';

type MapColumnsFormProps = {
  table: FileTable;
  mapping: Mapping;
  onChosen: (mapping: Mapping) => void;
  onOther: () => void;
};

/** Asks what the columns of a file are, with some of their cells. The answer is kept for the next file. */
export function MapColumnsForm({ table, mapping, onChosen, onOther }: MapColumnsFormProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<Mapping>(() => mapping.map((column) => column ?? null));
  const [unused, ...options] = [
    { value: '', label: t('payroll.map.unused') },
    ...columns.map((value) => ({ value: value as string, label: t(`payouts.column.${value}`) })),
  ];
  const samplesOf = (i: number) =>
    table.rows
      .map(({ cells }) => cells[i] ?? '')
      .filter(Boolean)
      .slice(0, 3)
      .join(' · ');
  return (
    <Section title={t('payroll.map.title')}>
      <Text mb="md" maw="42rem">
        {t('payroll.map.advice')}
      </Text>
      <ul className={classes.mapping}>
        {mapping.map((_, i) => {
          const heading = table.head[i] || t('payroll.map.nameless', { column: i + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not move
            <li key={i}>
              <div>
                <strong>{heading}</strong>
                <Text size="sm" c="dimmed" component="span">
                  {samplesOf(i)}
                </Text>
              </div>
              <Select
                w={200}
                aria-label={t('payroll.map.of', { heading })}
                allowDeselect={false}
                data={[...options, unused!]}
                value={chosen[i] ?? ''}
                onChange={(value) =>
                  setChosen(chosen.map((one, at) => (at === i ? ((value || null) as Mapping[number]) : one)))
                }
              />
            </li>
          );
        })}
      </ul>
      {!isUsable(chosen) && (
        <Text size="sm" mt="sm" role="status">
          {t('payroll.map.needed')}
        </Text>
      )}
      <Group mt="md">
        <Button disabled={!isUsable(chosen)} onClick={() => onChosen(chosen)}>
          {t('payroll.map.use')}
        </Button>
        <Button variant="default" onClick={onOther}>
          {t('payroll.otherFile')}
        </Button>
      </Group>
    </Section>
  );
}
