import { formatMoney } from './format.ts';
import classes from './ui.module.css';

/** An amount in its currency's own format, with the code beside it: several currencies share a sign. */
export function Money({ amount, currency }: { amount: bigint; currency: string }) {
  return (
    <span className={classes.money}>
      {formatMoney(amount, currency)} <span className={classes.code}>{currency}</span>
    </span>
  );
}
