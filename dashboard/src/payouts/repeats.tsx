import { useMemo } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { repeatsOf } from './faults.ts';
import type { Line } from './map-columns.ts';
import classes from './payouts.module.css';

/** Enough to recognise a mistake in the file. */
const SHOWN = 10;

/** Paying a person twice in one file can be right, so this is only a warning. */
export function Repeats({ lines }: { lines: readonly Line[] }) {
  const { t } = useTexts();
  const repeats = useMemo(() => repeatsOf(lines), [lines]);
  if (repeats.length === 0) return null;
  return (
    <div className={classes.repeats} role="note">
      <strong>{t('payroll.repeats')}</strong>
      {repeats.slice(0, SHOWN).map(({ recipient, lines: on }) => (
        <span key={recipient}>
          {t('payroll.repeat', { recipient, lines: on.slice(0, SHOWN).join(', ') + (on.length > SHOWN ? ', …' : '') })}
        </span>
      ))}
      {repeats.length > SHOWN && <span>{t('payroll.more', { count: repeats.length - SHOWN })}</span>}
    </div>
  );
}
