import { useSearch } from '@tanstack/react-router';
import type { PartnerReport as Report } from '../../../contract/src/partner-report.ts';
import type { SplitPartner } from '../../../contract/src/split-partners.ts';
import { Period, thisMonth, zone } from '../reports/settlement-page.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { DownloadButton } from '../ui/download-button.tsx';
import { formatAmount, formatDay } from '../ui/format.ts';
import { type Column, Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import classes from '../ui/ui.module.css';
import { failureOf, useRead } from '../world/read.ts';
import own from './splits.module.css';

type Total = Report['totals'][number];
type Row = Total & { readonly id: string; readonly date: string };

const shares = [
  'opening_debt',
  'posted',
  'debt_paid',
  'kept',
  'taken',
  'owed',
  'borne',
  'net',
  'closing_debt',
] as const;
/** The CSV has all sums of the reserve. */
const reserve = ['drawn', 'closing_reserve'] as const;
type Sum = (typeof shares)[number] | (typeof reserve)[number];
/** On a phone a row has the movement of the wallet and the debt. */
const places = { net: 'much', closing_debt: 'when' } as Partial<Record<Sum, 'much' | 'when'>>;

/** The shares, debts and reserve of a partner by day. Without a reserve its columns are left out. */
export function PartnerReport({ partner: { id, currency } }: { partner: SplitPartner }) {
  const { t } = useTexts();
  const search = useSearch({ strict: false }) as { from?: string; to?: string };
  const { from, to } = { ...thisMonth(), ...search };
  const query = { from, to, time_zone: zone() };
  const report = useRead('/split_partners/{id}/report', { params: { id }, query });
  const sums = hasReserve(report.data) ? [...shares, ...reserve] : shares;
  const columns: readonly Column<Row>[] = [
    { head: t('reports.date'), cell: ({ date }) => <span className={classes.money}>{date}</span>, line: 'name' },
    ...sums.map((name): Column<Row> => {
      const line = places[name];
      return {
        head: t(`splits.sum.${name}`),
        cell: (row) => (
          <span className={classes.money}>
            {line === 'when' && <span className={own.onPhone}>{t('splits.debt')}: </span>}
            {formatAmount(row[name], row.currency)}
          </span>
        ),
        end: true,
        ...(line ? { line } : {}),
      };
    }),
  ];
  const rowsOf = ({ days, totals }: Report): Row[] => [
    ...days.map((day) => ({ ...day, id: day.date, date: formatDay(day.date) })),
    ...totals.map((total) => ({ ...total, id: 'total', date: t('reports.total') })),
  ];
  return (
    <Section
      title={`${t('splits.report')} (${currency})`}
      action={
        <DownloadButton
          path="/split_partners/{id}/report"
          params={{ id }}
          query={query}
          file={`shares-${id}-${from}.csv`}
        >
          {t('reports.csv')}
        </DownloadButton>
      }
    >
      <Period from={from} to={to} />
      {failureOf(report) ? (
        <Failure error={report.error} retry={() => report.refetch()} />
      ) : report.data ? (
        <Table rows={rowsOf(report.data)} columns={columns} to={undefined} />
      ) : (
        <Loading rows={4} />
      )}
    </Section>
  );
}

const hasReserve = (report: Report | undefined): boolean =>
  report?.totals.some(({ opening_reserve, reserved }) => opening_reserve > 0n || reserved > 0n) ?? false;
