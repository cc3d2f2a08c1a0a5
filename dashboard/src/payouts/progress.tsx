import type { Payout } from '../../../contract/src/payouts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Money } from '../ui/money.tsx';
import classes from './payouts.module.css';

/** The progress of all items: paid, failed and remaining. */
export function Progress({ payout: { totals, currency } }: { payout: Payout }) {
  const { t } = useTexts();
  const { count, succeeded_count, failed_count } = totals;
  const done = t('payouts.done', { done: succeeded_count + failed_count, count });
  const width = (part: number) => ({ width: `${(100 * part) / count}%` });
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('payouts.progress')}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={succeeded_count + failed_count}
        aria-valuetext={done}
      >
        <span className={classes.good} style={width(succeeded_count)} />
        <span className={classes.bad} style={width(failed_count)} />
      </div>
      <div className={classes.counts}>
        <span>{done}</span>
        <span>
          {t('payouts.succeeded')}
          {t('ui.colon')}
          {succeeded_count} · <Money amount={totals.succeeded_amount} currency={currency} />
        </span>
        <span>
          {t('payouts.failed')}
          {t('ui.colon')}
          {failed_count} · <Money amount={totals.failed_amount} currency={currency} />
        </span>
      </div>
    </>
  );
}
