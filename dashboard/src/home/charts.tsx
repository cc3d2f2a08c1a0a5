import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import type { Summary } from '../../../contract/src/dashboard.ts';
import { locale } from '../texts/texts.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { exponentOf, formatMoney } from '../ui/format.ts';
import { type Column, Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import classes from './home.module.css';

type Period = Summary['periods'][number];
type ChartsProps = { periods: readonly Period[]; currency: string };

const dayOf = ({ at }: Period) =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at));

const rateOf = ({ succeeded_count: succeeded, failed_count: failed }: Period) =>
  succeeded + failed === 0 ? null : succeeded / (succeeded + failed);

const percent = (rate: number | null) =>
  rate === null ? '–' : new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(rate);

/** Axes show rounded amounts, such as `F CFA 1.2M`. The tooltip and the table show exact ones. */
const about = (currency: string) => {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', notation: 'compact' } as const;
  const format = new Intl.NumberFormat(locale(), { ...style, maximumFractionDigits: 1 });
  return (minor: number) => format.format(minor / 10 ** exponentOf(currency));
};

/** Charts of the table's data. Numbers draw the shape; amounts are formatted from the exact values. */
export function Charts({ periods, currency }: ChartsProps) {
  const { t } = useTexts();
  const money = about(currency);
  const points = periods.map((period) => ({
    day: dayOf(period),
    volume: Number(period.volume),
    rate: rateOf(period),
    balance: Number(period.balance),
    labels: {
      volume: `${formatMoney(period.volume, currency)} · ${t('home.succeeded', { count: period.succeeded_count })}`,
      rate: percent(rateOf(period)),
      balance: formatMoney(period.balance, currency),
    },
  }));
  const common = {
    h: 200,
    data: points,
    dataKey: 'day',
    accessibilityLayer: false,
    xAxisProps: { minTickGap: 32 },
    yAxisProps: { width: 84 },
  };
  const label = (what: string) => t('home.chart', { what, from: points[0]?.day, to: points.at(-1)?.day });
  const color = 'var(--mantine-primary-color-filled)';
  return (
    <>
      <Section title={t('home.overTime')}>
        <div role="img" aria-label={label(t('home.overTime'))}>
          <BarChart
            {...common}
            series={[{ name: 'volume', color }]}
            valueFormatter={money}
            tooltipProps={{ content: tip('volume') }}
          />
        </div>
      </Section>
      <div className={classes.halves}>
        <Section title={t('home.rateOverTime')}>
          <div role="img" aria-label={label(t('home.rateOverTime'))}>
            <LineChart
              {...common}
              series={[{ name: 'rate', color }]}
              valueFormatter={percent}
              yAxisProps={{ ...common.yAxisProps, domain: [0, 1] }}
              tooltipProps={{ content: tip('rate') }}
            />
          </div>
        </Section>
        <Section title={t('home.balanceOverTime')}>
          <div role="img" aria-label={label(t('home.balanceOverTime'))}>
            <AreaChart
              {...common}
              series={[{ name: 'balance', color }]}
              valueFormatter={money}
              curveType="stepAfter"
              withDots={false}
              tooltipProps={{ content: tip('balance') }}
            />
          </div>
        </Section>
      </div>
      <details className={classes.figures}>
        <summary>{t('home.asTable')}</summary>
        <Table rows={periods.toReversed()} columns={columnsOf(t, currency)} to={undefined} />
      </details>
    </>
  );
}

type Labelled = { readonly payload: { readonly day: string; readonly labels: Readonly<Record<string, string>> } };

/** The tooltip: the day, and the figure in the usual format. */
const tip =
  (name: 'volume' | 'rate' | 'balance') =>
  ({ payload }: { readonly payload?: unknown }) => {
    const [point] = (payload ?? []) as readonly Labelled[];
    return point ? (
      <div className={classes.tip}>
        {point.payload.day}: {point.payload.labels[name]}
      </div>
    ) : null;
  };

const columnsOf = (t: Say, currency: string): readonly Column<Period>[] => [
  { head: t('home.day'), cell: (period) => dayOf(period) },
  { head: t('home.volumeOfDay'), cell: ({ volume }) => <Money amount={volume} currency={currency} />, end: true },
  { head: t('status.succeeded'), cell: (period) => period.succeeded_count, end: true },
  { head: t('status.failed'), cell: (period) => period.failed_count, end: true },
  { head: t('home.successRate'), cell: (period) => percent(rateOf(period)), end: true },
  { head: t('home.total'), cell: ({ balance }) => <Money amount={balance} currency={currency} />, end: true },
];
