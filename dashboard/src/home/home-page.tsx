import { Select } from '@mantine/core';
import { CatchBoundary, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { service } from '../page.ts';
import { useMe } from '../session/me.ts';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { BranchChoice } from '../ui/branch.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatMoney } from '../ui/format.ts';
import { useHomeCurrency } from '../ui/home-currency.ts';
import { loadFile } from '../ui/load-page.ts';
import { Money } from '../ui/money.tsx';
import { PageFailure } from '../ui/page-failure.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { useLastUsed } from '../world/last-used.ts';
import { useMayChange, useRole } from '../world/may-change.ts';
import { mayOpen } from '../world/may-open.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { Failures } from './failures.tsx';
import { GettingStarted } from './getting-started.tsx';
import classes from './home.module.css';
import { Today } from './today.tsx';

/** The chart library is as large as half of the page, so it loads after the figures. */
const Charts = lazy(() => loadFile(() => import('./charts.tsx')).then((file) => ({ default: file.Charts })));

const FirstPayment = lazy(() =>
  loadFile(() => Promise.all([import('./first-payment.tsx'), loadTexts('first')])).then(([file]) => ({
    default: file.FirstPayment,
  })),
);

/** The first payment of a new test integration. Afterwards the figures. */
export function HomePage() {
  const world = useWorld()!;
  const mayChange = useMayChange();
  const me = useMe();
  const home = useHomeCurrency();
  const payments = useRead('/payments', { query: { limit: 1 } });
  const [isFirst, setFirst] = useState<boolean>();
  const has = payments.data && payments.data.data.length > 0;
  const mayPay = mayChange('money');
  // Decided once: the page of the first payment stays until its webhook was seen.
  if (isFirst === undefined && mayPay !== undefined && (payments.data || payments.isError))
    setFirst(payments.data?.data.length === 0 && world.mode === 'test' && mayPay);
  if (isFirst === undefined) return <Loading />;
  if (!isFirst) return <Figures home={home} hasPayments={has !== false} />;
  return (
    <CatchBoundary getResetKey={() => world.integration} errorComponent={PageFailure}>
      <Suspense fallback={<Loading />}>
        <FirstPayment
          currency={home}
          phone={me.data?.phone ?? null}
          mayMakeKeys={mayChange('keys') === true}
          onDone={() => setFirst(false)}
        />
      </Suspense>
    </CatchBoundary>
  );
}

/** Thirty days of one currency: volume, success rate and balance. Charts come with the first payment. */
function Figures({ home, hasPayments }: { home: string; hasPayments: boolean }) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { currency?: string; branch?: string };
  const set = (changed: typeof search) =>
    navigate({ to: '.', search: { ...search, ...changed } as never, replace: true });
  const wallets = useRead('/wallets', { query: { limit: 100 } });
  // Each step is a page of developers or a change.
  const maySetUp = mayOpen(useRole(useWorld()), '/keys');
  const currencies = Object.keys(service.currencies);
  const lastUsed = useLastUsed(wallets.data?.data ?? []);
  const currency = search.currency ?? lastUsed?.currency ?? home;
  const summary = useRead('/summary', {
    query: { currency, ...(search.branch ? { branch: search.branch } : {}) },
    enabled: wallets.isFetched,
    refetchInterval: 15_000,
  });
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const failure = failureOf(summary);
  const data = summary.data;
  return (
    <>
      <PageHead title={t('home.title')}>
        <Select
          aria-label={t('record.currency')}
          size="xs"
          w={110}
          allowDeselect={false}
          data={currencies}
          value={currency}
          onChange={(value) => set({ currency: value! })}
        />
        <BranchChoice value={search.branch} onChange={(branch) => set({ branch })} />
      </PageHead>
      {maySetUp && <GettingStarted />}
      {failure ? (
        <Failure error={failure} retry={() => summary.refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          <Today summary={data} />
          <dl className={classes.tiles}>
            <Tile name={t('home.volume')} value={formatMoney(data.volume, currency)} />
            <Tile
              name={t('home.successRate')}
              value={data.success_rate === null ? '–' : share.format(data.success_rate)}
            />
            <Tile name={t('home.payments')} value={String(data.created_count)} />
            <Tile name={t('home.available')} value={formatMoney(data.balance.available, currency)} />
          </dl>
          {hasPayments && (
            <CatchBoundary getResetKey={() => currency} errorComponent={PageFailure}>
              <Suspense fallback={<div className={classes.chartsToCome} />}>
                <Charts summary={data} />
              </Suspense>
            </CatchBoundary>
          )}
          <div className={classes.halves}>
            <Section title={t('home.failures')}>
              <Failures failures={data.failures} />
            </Section>
            <Section title={t('home.money')}>
              <Facts
                facts={[
                  [t('home.refunds'), <Money key="refunded" amount={data.refunded} currency={currency} />],
                  [t('home.fees'), <Money key="fees" amount={data.fees} currency={currency} />],
                  [t('home.taxes'), data.taxes !== 0n && <Money key="taxes" amount={data.taxes} currency={currency} />],
                  [t('home.reserved'), <Money key="reserved" amount={data.balance.reserved} currency={currency} />],
                  [t('home.total'), <Money key="total" amount={data.balance.total} currency={currency} />],
                ]}
              />
            </Section>
          </div>
        </>
      )}
    </>
  );
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.tile}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
