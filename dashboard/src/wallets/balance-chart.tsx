import type { Entry, Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from '../ui/chart.module.css';
import { formatMoney, formatTime } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { useRead } from '../world/read.ts';

/** The newest lines that the chart shows. */
const MOST = 100;
const [WIDTH, HEIGHT] = [1000, 120];

/** The balance after each of the wallet's last lines. Absent until there are two. */
export function BalanceChart({ wallet: { id, currency } }: { wallet: Wallet }) {
  const { t } = useTexts();
  const entries = useRead('/wallets/{id}/entries', { params: { id }, query: { limit: MOST } });
  const lines = entries.data?.data.toReversed() ?? [];
  if (lines.length < 2) return null;
  const balances = lines.map(({ balance_after: balance }) => balance);
  const [min, max] = balances.reduce(
    ([low, high], one) => [one < low ? one : low, one > high ? one : high],
    [balances[0]!, balances[0]!],
  );
  const [from, to] = [formatTime(lines[0]!.created_at), formatTime(lines.at(-1)!.created_at)];
  const words = { from, to, min: formatMoney(min, currency), max: formatMoney(max, currency) };
  return (
    <Section title={t('wallets.overTime')}>
      <div role="img" aria-label={t('wallets.chart', words)} className={classes.chart}>
        <span>{words.max}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={stepsOf(lines, max)} className={classes.line} />
        </svg>
        <span className={classes.axis}>
          <span>{from}</span>
          <span>{to}</span>
        </span>
      </div>
    </Section>
  );
}

/** The balance as steps from zero to the largest. Numbers draw the shape; the exact amounts are in the statement. */
function stepsOf(lines: readonly Entry[], max: bigint): string {
  const times = lines.map(({ created_at: at }) => Date.parse(at));
  const [first, last] = [times[0]!, times.at(-1)!];
  const x = (at: number) => Math.round(last === first ? 0 : ((at - first) / (last - first)) * WIDTH);
  const y = (balance: bigint) => Math.round(HEIGHT - 2 - (Number(balance) / Math.max(Number(max), 1)) * (HEIGHT - 4));
  const steps = lines.map(({ balance_after: balance }, index) => `H${x(times[index]!)}V${y(balance)}`);
  return `M0 ${y(lines[0]!.balance_after)}${steps.join('')}H${WIDTH}`;
}
