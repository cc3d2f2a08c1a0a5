import type { Payout } from '../../../contract/src/payouts.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from '../ui/chart.module.css';
import { formatMoney } from '../ui/format.ts';
import { useRead } from '../world/read.ts';

/** The newest payouts that the chart shows. */
const MOST = 30;
const HEIGHT = 80;

/** Paid and failed sums of the last payouts, in the currency of the newest one. Absent until there are two. */
export function PaidChart() {
  const { t } = useTexts();
  const payouts = useRead('/payouts', { query: { limit: MOST } });
  const rows = payouts.data?.data ?? [];
  const currency = rows[0]?.currency ?? '';
  const shown = rows.filter((payout) => payout.currency === currency).toReversed();
  if (shown.length < 2) return null;
  const sum = (of: (totals: Payout['totals']) => bigint) => shown.reduce((all, { totals }) => all + of(totals), 0n);
  const paid = formatMoney(sum(paidOf), currency);
  const failed = formatMoney(sum(failedOf), currency);
  const most = Math.max(...shown.map(({ totals }) => Number(totals.amount)), 1);
  return (
    <div role="img" aria-label={t('payouts.chart', { paid, failed })} className={classes.chart}>
      <span className={classes.legend}>
        <span className={classes.good}>
          {t('status.succeeded')} {paid}
        </span>
        <span className={classes.bad}>
          {t('status.failed')} {failed}
        </span>
      </span>
      <span className={classes.bars} style={{ height: HEIGHT }}>
        {shown.map(({ id, totals }) => (
          <span key={id}>
            <span className={classes.bad} style={{ height: heightOf(failedOf(totals), most) }} />
            <span className={classes.good} style={{ height: heightOf(paidOf(totals), most) }} />
          </span>
        ))}
      </span>
    </div>
  );
}

const paidOf = (totals: Payout['totals']) => totals.succeeded_amount - totals.returned_amount;
const failedOf = (totals: Payout['totals']) => totals.failed_amount + totals.returned_amount;
const heightOf = (amount: bigint, most: number) => Math.round((Number(amount) / most) * HEIGHT);
