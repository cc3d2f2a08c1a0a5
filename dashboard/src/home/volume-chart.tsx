import type { Summary } from '../../../contract/src/dashboard.ts';
import { locale } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney } from '../ui/format.ts';
import classes from './home.module.css';

type VolumeChartProps = { periods: Summary['periods']; currency: string };

/** A bar a day, drawn by hand: a library for charts would be as large as the rest of the page. Heights alone are numbers. */
export function VolumeChart({ periods, currency }: VolumeChartProps) {
  const { t } = useTexts();
  const most = periods.reduce((max, { volume }) => (volume > max ? volume : max), 0n);
  const day = (at: string) =>
    new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at));
  const height = (volume: bigint) => (most === 0n ? 0 : Number((volume * 1000n) / most) / 10);
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className={classes.chart}>
      <div
        className={classes.bars}
        role="img"
        aria-label={t('home.chart', { from: day(first.at), to: day(last.at), most: formatMoney(most, currency) })}
      >
        <span className={classes.most}>{formatMoney(most, currency)}</span>
        {periods.map(({ at, volume, succeeded_count }) => (
          <span
            key={at}
            className={classes.bar}
            title={`${day(at)}: ${formatMoney(volume, currency)} · ${succeeded_count}`}
          >
            <span style={{ height: `${height(volume)}%` }} />
          </span>
        ))}
      </div>
      <figcaption className={classes.axis}>
        <span>{day(first.at)}</span>
        <span>{day(last.at)} (UTC)</span>
      </figcaption>
    </figure>
  );
}
