import type { Summary } from '../../../contract/src/dashboard.ts';
import type { FailureCode } from '../../../contract/src/payments.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from './home.module.css';

/** Why payments failed, the most frequent reason first. A bar's length is its frequency. */
export function Failures({ failures }: { failures: Summary['failures'] }) {
  const { t } = useTexts();
  if (failures.length === 0) return <p className={classes.quiet}>{t('home.noFailures')}</p>;
  const most = failures[0]!.count;
  return (
    <dl className={classes.failures}>
      {failures.map(({ code, count }) => (
        <div key={code}>
          <dt>{t(`record.failure.${code as FailureCode}`)}</dt>
          <dd>{count}</dd>
          <span style={{ width: `${(count / most) * 100}%` }} aria-hidden />
        </div>
      ))}
    </dl>
  );
}
