import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { AreaChart, BarChart, CompositeChart } from '@mantine/charts';
import type { Summary } from '../../../contract/src/dashboard.ts';
import { locale } from '../texts/texts.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { exponentOf, formatMoney } from '../ui/format.ts';
import { type Column, Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { useRead } from '../world/read.ts';
import classes from './home.module.css';

type Period = Summary['periods'][number];
type ChartsProps = { summary: Summary };

const dayOf = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone }).format(new Date(at));

/** With the town and as people call it: `Nairobi · East Africa Time`. */
function nameOfZone(timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const town = timeZone.includes('/') ? timeZone.split('/').at(-1)!.replaceAll('_', ' ') : '';
  return [town, name].filter(Boolean).join(' · ');
}

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

/** Two hues and a hatch, each at least 3:1 against the page in both schemes. */
const GOOD = 'var(--mantine-primary-color-filled)';
const BAD = 'var(--bad)';
const BEFORE = 'var(--calm)';

/** Charts of the table's data. Numbers draw the shape; amounts are formatted from the exact values. */
export function Charts({ summary }: ChartsProps) {
  const { t } = useTexts();
  const { periods, currency, time_zone: zone, since } = summary;
  const before = useRead('/summary', { query: { currency, until: since } });
  const points = periods.map((period, index) => pointOf(period, before.data?.periods.at(index), summary, t));
  const money = about(currency);
  const common = {
    h: 200,
    data: points,
    dataKey: 'day',
    accessibilityLayer: false,
    xAxisLabel: nameOfZone(zone),
    xAxisProps: { minTickGap: 32 },
    yAxisProps: { width: 84, tickCount: 4 },
  };
  const label = (what: string) => t('home.chart', { what, from: points[0]?.day, to: points.at(-1)?.day });
  const isUsed = summary.created_count > 0 || (before.data?.created_count ?? 0) > 0;
  return (
    <>
      {isUsed && (
        <Section title={t('home.overTime')}>
          <div role="img" className={classes.plot} aria-label={label(t('home.overTime'))}>
            <CompositeChart
              {...common}
              series={[
                { name: 'volume', label: t('home.volumeOfDay'), type: 'bar', color: GOOD },
                { name: 'before', label: t('home.before'), type: 'line', color: BEFORE, strokeDasharray: '4 4' },
              ]}
              withLegend
              withDots={false}
              curveType="linear"
              valueFormatter={money}
              tooltipProps={{ content: tip('volume') }}
            />
          </div>
        </Section>
      )}
      <div className={classes.halves}>
        {isUsed && (
          <Section title={t('home.outcomesOverTime')}>
            <Hatch />
            <div role="img" className={classes.plot} aria-label={label(t('home.outcomesOverTime'))}>
              <BarChart
                {...common}
                type="stacked"
                series={[
                  { name: 'succeeded', label: t('status.succeeded'), color: GOOD },
                  { name: 'failed', label: t('status.failed'), color: BAD },
                ]}
                barProps={({ name }) => (name === 'failed' ? { className: classes.hatched! } : {})}
                withLegend
                yAxisProps={{ ...common.yAxisProps, allowDecimals: false }}
                tooltipProps={{ content: tip('outcomes') }}
              />
            </div>
          </Section>
        )}
        <Section title={t('home.balanceOverTime')}>
          <div role="img" className={classes.plot} aria-label={label(t('home.balanceOverTime'))}>
            <AreaChart
              {...common}
              series={[{ name: 'balance', color: GOOD }]}
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
        <Table rows={periods.toReversed()} columns={columnsOf(t, summary)} to={undefined} />
      </details>
    </>
  );
}

function pointOf(period: Period, before: Period | undefined, { currency, time_zone: zone }: Summary, t: Say) {
  const { succeeded_count: succeeded, failed_count: failed } = period;
  const outcomes = `${t('home.succeeded', { count: succeeded })} · ${t('status.failed')} ${failed}`;
  return {
    day: dayOf(period.at, zone),
    volume: Number(period.volume),
    before: before && Number(before.volume),
    succeeded,
    failed,
    balance: Number(period.balance),
    labels: {
      volume: [
        `${formatMoney(period.volume, currency)} · ${t('home.succeeded', { count: succeeded })}`,
        before && `${t('home.before')} (${dayOf(before.at, zone)}): ${formatMoney(before.volume, currency)}`,
      ],
      outcomes: [`${outcomes} · ${percent(rateOf(period))}`],
      balance: [formatMoney(period.balance, currency)],
    },
  };
}

/** The pattern of failed payments: they differ from the others without colours too. */
const Hatch = () => (
  <svg className={classes.hatch} aria-hidden="true">
    <defs>
      <pattern id="failed-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="6" fill={BAD} />
      </pattern>
    </defs>
  </svg>
);

type Labels = Readonly<Record<string, readonly (string | undefined)[]>>;
type Labelled = { readonly payload: { readonly day: string; readonly labels: Labels } };

/** The tooltip: the day, and the figure in the usual format. */
const tip =
  (name: 'volume' | 'outcomes' | 'balance') =>
  ({ payload }: { readonly payload?: unknown }) => {
    const [point] = (payload ?? []) as readonly Labelled[];
    return point ? (
      <div className={classes.tip}>
        {point.payload.day}:{' '}
        {point.payload.labels[name]?.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    ) : null;
  };

const columnsOf = (t: Say, { currency, time_zone: zone }: Summary): readonly Column<Period>[] => [
  { head: t('home.day', { zone: nameOfZone(zone) }), cell: ({ at }) => dayOf(at, zone) },
  { head: t('home.volumeOfDay'), cell: ({ volume }) => <Money amount={volume} currency={currency} />, end: true },
  { head: t('status.succeeded'), cell: (period) => period.succeeded_count, end: true },
  { head: t('status.failed'), cell: (period) => period.failed_count, end: true },
  { head: t('home.successRate'), cell: (period) => percent(rateOf(period)), end: true },
  { head: t('home.total'), cell: ({ balance }) => <Money amount={balance} currency={currency} />, end: true },
];
