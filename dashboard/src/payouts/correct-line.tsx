import { Button, TextInput } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import type { Fault } from './faults.ts';
import { type ColumnName, columns } from './headings.ts';
import type { Line } from './map-columns.ts';
import classes from './payouts.module.css';

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

const ofLines = ['uneven', 'stray', 'paid'] as const;
const refusedPhones = ['recipient_not_found', 'recipient_cannot_receive'] as const;

/** An input drops line breaks: it would show 1, a line break and 5 as 15. */
const shown = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

/** A line with errors. Each error is shown under its field; the other cells show whose line it is. */
export function CorrectLine(props: CorrectLineProps) {
  const { line, columns: bad, faults, serviceFaults, bounds, onChange, onRemove } = props;
  const { t } = useTexts();
  // An error of the whole line is said once, beside its cells: none of them is wrong by itself.
  const ofLine = faults.recipient && ofLines.find((key) => key === faults.recipient?.key);
  const fields = ofLine ? bad.filter((name) => name !== 'recipient') : bad;
  const words = (name: ColumnName) => {
    const fault = faults[name];
    if (!fault) return serviceFaults[name];
    return t(`payroll.fault.${fault.key}`, { ...fault.values, ...bounds });
  };
  // The result file has the service's code.
  const why = refusedPhones.find((code) => code === line.before.failure);
  const failedBefore = why && t('payroll.again.why', { why: t(`record.failure.${why}`) });
  const isGood = Object.keys(faults).length === 0 && Object.keys(serviceFaults).length === 0;
  const rest = columns.filter((name) => !fields.includes(name)).map((name) => line.cells[name]);
  const number = t('payroll.lineNumber', { line: line.line });
  return (
    <fieldset className={classes.correct} aria-label={number} {...(isGood ? { 'data-good': true } : {})}>
      <strong>{number}</strong>
      {ofLine && <p>{t(`payroll.fault.${ofLine}`, { ...faults.recipient?.values })}</p>}
      {fields.map((name) => (
        <TextInput
          key={name}
          size="sm"
          w={240}
          classNames={{ error: classes.hint!, description: classes.hint! }}
          aria-label={t(`payouts.column.${name}`)}
          placeholder={t(`payouts.column.${name}`)}
          value={shown(line.cells[name])}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
          onBlur={({ currentTarget: { value } }) => value !== value.trim() && onChange(name, value.trim())}
          error={words(name)}
          description={name === 'recipient' && failedBefore}
        />
      ))}
      <span>{rest.filter(Boolean).join(' · ')}</span>
      <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
        {t('payroll.remove')}
      </Button>
    </fieldset>
  );
}
