import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SettlementReport } from '../../../contract/src/reports.ts';
import { download } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { DownloadButton } from '../ui/download-button.tsx';
import { formatAmount, formatDay } from '../ui/format.ts';
import { Download } from '../ui/icons.ts';
import { type Column, Table } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Empty, Failure, FormError, Loading } from '../ui/states.tsx';
import classes from '../ui/ui.module.css';
import { saveFile } from '../world/download.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';

type Day = SettlementReport['days'][number];
type Total = SettlementReport['totals'][number];
type Sum = Exclude<keyof Total, 'currency'>;

const sums: readonly Sum[] = [
  ...([
    'opening',
    'paid_in',
    'refunded',
    'reversed',
    'paid_out',
    'returned',
    'fees',
    'taxes',
    'other',
    'closing',
  ] as const),
];
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The last row has a word. */
const dayOf = (date: string) => (
  <span className={classes.money}>{/^\d{4}-\d{2}-\d{2}$/.test(date) ? formatDay(date) : date}</span>
);

/** A date of the viewer's calendar, `2026-11-26`. */
const dateOf = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The present month. */
export function thisMonth(): { from: string; to: string } {
  const now = new Date();
  return { from: dateOf(new Date(now.getFullYear(), now.getMonth(), 1)), to: dateOf(now) };
}

/** The money that came in, went out and is owed, by day, for the merchant's accountant. */
export function SettlementPage() {
  const { t } = useTexts();
  const search = useSearch({ strict: false }) as { from?: string; to?: string };
  const period = { ...thisMonth(), ...search };
  const query = { from: period.from, to: period.to, time_zone: zone() };
  const report = useRead('/reports/settlement', { query });
  const isTaxed = report.data?.totals.some(({ taxes }) => taxes !== 0n);
  const columns = <T extends Total>(): readonly Column<T>[] =>
    sums
      .filter((name) => name !== 'taxes' || isTaxed)
      .map((name) => ({
        head: t(`reports.sum.${name}`),
        // The section names the currency. Without it, the amount owed fits on the screen.
        cell: (row) => <span className={classes.money}>{formatAmount(row[name], row.currency)}</span>,
        end: true,
      }));
  const ofDay: readonly Column<Day>[] = [
    { head: t('reports.date'), cell: ({ date }) => dayOf(date) },
    ...columns<Day>(),
  ];
  return (
    <>
      <PageHead title={t('reports.title')}>
        <DownloadButton path="/reports/settlement" params={{}} query={query} file={`settlement-${period.from}.csv`}>
          {t('reports.csv')}
        </DownloadButton>
        <LedgerButton query={query} />
      </PageHead>
      <Period from={period.from} to={period.to} />
      {failureOf(report) ? (
        <Failure error={report.error} retry={() => report.refetch()} />
      ) : !report.data ? (
        <Loading rows={8} />
      ) : report.data.totals.length === 0 ? (
        <Empty title={t('reports.none')}>{t('reports.noneAdvice')}</Empty>
      ) : (
        report.data.totals.map(({ currency, ...total }) => (
          <Section key={currency} title={currency}>
            <Table
              rows={[
                ...report.data.days.filter((day) => day.currency === currency),
                { ...total, currency, date: t('reports.total') },
              ].map((day) => ({ ...day, id: day.date }))}
              columns={ofDay}
              to={undefined}
            />
          </Section>
        ))
      )}
    </>
  );
}

export function Period({ from, to }: { from: string; to: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const set = (part: { from?: string; to?: string }) =>
    navigate({ to: '.', search: { from, to, ...part } as never, replace: true });
  return (
    <Group mb="sm">
      <TextInput
        type="date"
        size="xs"
        required
        withAsterisk={false}
        label={t('wallets.since')}
        value={from}
        max={to}
        onChange={({ currentTarget }) => currentTarget.value && set({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        size="xs"
        required
        withAsterisk={false}
        label={t('wallets.until')}
        value={to}
        min={from}
        onChange={({ currentTarget }) => currentTarget.value && set({ to: currentTarget.value })}
      />
    </Group>
  );
}

type LedgerButtonProps = { query: { from: string; to: string; time_zone: string } };

/** The general ledger of the same days, as CSV. */
function LedgerButton({ query }: LedgerButtonProps) {
  const { t } = useTexts();
  const world = useWorld();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = () => {
    setPending(true);
    setError(null);
    download('/reports/ledger', { world, query })
      .then((blob) => saveFile(blob, `ledger-${query.from}.csv`))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} />} loading={pending} onClick={run}>
        {t('reports.ledger')}
      </Button>
      <FormError error={error} />
    </>
  );
}
