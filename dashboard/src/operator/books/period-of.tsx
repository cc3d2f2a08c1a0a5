import type { StatementFile } from '../../../../contract/src/statement-files.ts';
import { Day } from '../../ui/time.tsx';

/** The days that a file's statements cover. */
export function PeriodOf({ file: { statements } }: { file: StatementFile }) {
  const days = statements.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);
  days.sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '–';
  if (first === last) return <Day day={first} />;
  return (
    <>
      <Day day={first} /> – <Day day={last} />
    </>
  );
}
