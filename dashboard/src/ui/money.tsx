import { formatMoney } from './format.ts';
import classes from './ui.module.css';

/** An amount in its currency's own format, with the code beside it where the sign is another: several currencies share one. */
export function Money({ amount, currency }: { amount: bigint; currency: string }) {
  const text = formatMoney(amount, currency);
  return (
    <span className={classes.money}>
      {text}
      {!text.includes(currency) && <span className={classes.code}> {currency}</span>}
    </span>
  );
}
