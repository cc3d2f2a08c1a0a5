import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import { Go } from '../ui/go.tsx';
import { ChevronLeft, Printer } from '../ui/icons.ts';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { walletName } from '../ui/wallet-name.tsx';
import { failureOf, keyOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { Ends } from './ends.tsx';
import { filterOf, type Period } from './period.ts';
import { MOST, readLines } from './read-statement.ts';
import { sheetFacts } from './sheet-facts.ts';
import { SheetLines } from './sheet-lines.tsx';
import classes from './wallets.module.css';

/** The statement of a period as a printable page, the oldest line first. */
export function StatementPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const { since, until } = useSearch({ strict: false }) as Period;
  const world = useWorld()!;
  const wallet = useRead('/wallets/{id}', { params: { id } });
  const integration = useRead('/integrations/{id}', { params: { id: world.integration } });
  const filter = filterOf({ since, until });
  const entries = useQuery({
    queryKey: keyOf(world, '/wallets/{id}/entries', { id }, { ...filter, whole: true }),
    queryFn: () => readLines(world, id, { since, until }),
  });
  const failed = [wallet, integration, entries].find((one) => failureOf(one));
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  if (!wallet.data || !integration.data || !entries.data) return <Loading rows={12} />;
  const { lines, cut } = entries.data;
  return (
    <article className={classes.paper}>
      <PageHead
        title={`${t('wallets.statement')} · ${walletName(wallet.data, t)}`}
        above={
          <Go to={`/wallets/${id}`} className={classes.screen}>
            <ChevronLeft size={14} aria-hidden /> {t('wallets.one')}
          </Go>
        }
      >
        <Button className={classes.screen} leftSection={<Printer size={16} />} onClick={() => window.print()}>
          {t('wallets.print')}
        </Button>
      </PageHead>
      <Facts
        facts={[
          [t('wallets.issuer'), service.brand],
          ...sheetFacts(integration.data.merchant.name, world.mode, t),
          [t('record.id'), id],
          [t('wallets.now'), <Money key="now" amount={wallet.data.balance.total} currency={wallet.data.currency} />],
          [t('wallets.printed'), <Time key="printed" at={new Date(entries.dataUpdatedAt).toISOString()} onPaper />],
        ]}
      />
      <Ends wallet={id} period={{ since, until }} onPaper />
      {lines.length === 0 ? (
        <Empty title={t('wallets.noEntries')}>{t('wallets.noEntriesAdvice')}</Empty>
      ) : (
        <SheetLines lines={lines} currency={wallet.data.currency} t={t} />
      )}
      {cut && <Text mt="md">{t('wallets.cut', { count: MOST })}</Text>}
    </article>
  );
}
