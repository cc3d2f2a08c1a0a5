import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Fold } from './fold.tsx';
import classes from './ui.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** The facts of a record that are seen at once; the rest is folded. */
const MOST = 6;

const hasValue = ([, value]: Fact) => value !== null && value !== undefined && value !== false && value !== '';

/** The fields of a record as names above values. Null values are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.filter(hasValue).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The head of a record: its first six facts, then a fold with the others and the id. */
export function RecordFacts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTexts();
  const isId = ([name]: Fact) => name === t('record.id');
  const shown = facts.filter((fact) => hasValue(fact) && !isId(fact));
  const folded = [...shown.slice(MOST), ...facts.filter(isId)];
  return (
    <>
      <Facts facts={shown.slice(0, MOST)} />
      {folded.length > 0 && (
        <Fold title={t('record.details')}>
          <Facts facts={folded} />
        </Fold>
      )}
    </>
  );
}
