import { Button, TextInput } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import type { Fault } from './faults.ts';
import classes from './payouts.module.css';
import { type ColumnName, columns, type Line } from './read-csv.ts';

type CorrectLineProps = {
  line: Line;
  /** The columns with errors, to be typed again. */
  columns: readonly ColumnName[];
  faults: Partial<Record<ColumnName, Fault>>;
  serviceFaults: Partial<Record<ColumnName, string>>;
  bounds: { min: string; max: string } | null;
  onChange: (name: ColumnName, value: string) => void;
  onRemove: () => void;
};

/** An input drops line breaks: it would show 1, a line break and 5 as 15. */
const shown = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

/** A line with errors. Each error is shown under its field; the other cells show whose line it is. */
export function CorrectLine(props: CorrectLineProps) {
  const { line, columns: bad, faults, serviceFaults, bounds, onChange, onRemove } = props;
  const { t } = useTexts();
  const words = (name: ColumnName) => {
    const fault = faults[name];
    if (!fault) return serviceFaults[name];
    return t(`payouts.fault.${fault.key}`, { ...fault.values, ...bounds });
  };
  const isGood = Object.keys(faults).length === 0 && Object.keys(serviceFaults).length === 0;
  const rest = columns.filter((name) => !bad.includes(name)).map((name) => line.cells[name]);
  const number = t('payouts.lineNumber', { line: line.line });
  return (
    <fieldset className={classes.correct} aria-label={number} {...(isGood ? { 'data-good': true } : {})}>
      <strong>{number}</strong>
      {bad.map((name) => (
        <TextInput
          key={name}
          size="xs"
          w={220}
          aria-label={t(`payouts.column.${name}`)}
          placeholder={t(`payouts.column.${name}`)}
          value={shown(line.cells[name])}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
          onBlur={({ currentTarget: { value } }) => value !== value.trim() && onChange(name, value.trim())}
          error={words(name)}
        />
      ))}
      <span>{rest.filter(Boolean).join(' · ')}</span>
      <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
        {t('payouts.remove')}
      </Button>
    </fieldset>
  );
}
