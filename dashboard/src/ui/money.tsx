import { formatMoney } from './format.ts';
import classes from './ui.module.css';

/** An amount in its currency's format, with the code if the symbol differs: several currencies share a symbol. */
export function Money({ amount, currency }: { amount: bigint; currency: string }) {
  const text = formatMoney(amount, currency);
  return (
    <span className={classes.money}>
      {text}
      {!text.includes(currency) && <span className={classes.code}> {currency}</span>}
    </span>
  );
}
