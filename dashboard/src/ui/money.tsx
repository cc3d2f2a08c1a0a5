import { formatMoney } from './format.ts';
import classes from './ui.module.css';

type MoneyProps = {
  amount: bigint;
  currency: string;
  /** With + or −, as in a statement. */
  signed?: boolean;
  /** Did not move, such as the amount of a failed payment. */
  off?: boolean;
};

/** An amount in its currency's format. */
export function Money({ amount, currency, signed = false, off = false }: MoneyProps) {
  const text = formatMoney(amount, currency);
  return (
    <span className={`${classes.money} ${off ? classes.off : ''}`}>{signed && amount > 0n ? `+${text}` : text}</span>
  );
}
