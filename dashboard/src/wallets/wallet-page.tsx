import { Button, Group, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import { Go } from '../ui/go.tsx';
import { Plus, Printer } from '../ui/icons.ts';
import { ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { walletName } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { AddTestMoney } from './add-test-money.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { Ends } from './ends.tsx';
import { entryColumns, narrowEntryColumns } from './entry-columns.tsx';
import { PdfButton } from './pdf-button.tsx';
import { filterOf, type Period } from './period.ts';
import classes from './wallets.module.css';

export function WalletPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const { since, until } = useSearch({ strict: false }) as Period;
  const period = { since, until };
  const wallet = useRead('/wallets/{id}', { params: { id } });
  const world = useWorld();
  const mayChange = useMayChange();
  const [adding, add] = useDisclosure();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const file = ['statement', id, since, until].filter(Boolean).join('-');
  const search = { ...(since ? { since } : {}), ...(until ? { until } : {}) };
  return (
    <RecordPage
      kind={t('wallets.one')}
      list={{ to: '/wallets', name: t('wallets.title') }}
      record={wallet}
      title={({ balance, currency }) => <Money amount={balance.available} currency={currency} />}
      who={(record) => `${t('wallets.available')} · ${walletName(record, t)}`}
      status={({ status }) => <Status status={status} />}
      actions={({ status }) => (
        <>
          {world?.mode === 'test' && status === 'active' && mayChange('money') && (
            <Button leftSection={<Plus size={16} />} onClick={add.open}>
              {t('wallets.addMoney')}
            </Button>
          )}
          <DownloadButton path="/wallets/{id}/entries" params={{ id }} query={filterOf(period)} file={`${file}.csv`}>
            {t('wallets.csv')}
          </DownloadButton>
          <PdfButton wallet={id} period={period} file={`${file}.pdf`} />
          <Go to={`/wallets/${id}/statement`} search={search} className={classes.button}>
            <Printer size={16} aria-hidden /> {t('wallets.print')}
          </Go>
        </>
      )}
      facts={({ balance, currency, ...record }) => [
        [t('wallets.reserved'), <Money key="reserved" amount={balance.reserved} currency={currency} />],
        [t('wallets.total'), <Money key="total" amount={balance.total} currency={currency} />],
        [t('wallets.frozen'), record.frozen && t(`wallets.freezeReason.${record.frozen.reason}`)],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} />],
      ]}
    >
      {(record) => (
        <>
          <BalanceChart wallet={record} />
          <Section title={t('wallets.statement')}>
            <Days period={period} />
            <Ends wallet={id} period={period} />
            <ListPage
              path="/wallets/{id}/entries"
              params={{ id }}
              fixed={{ ...filterOf(period), limit: '50' }}
              columns={isNarrow ? narrowEntryColumns(t) : entryColumns(t)}
              empty={<Empty title={t('wallets.noEntries')}>{t('wallets.noEntriesAdvice')}</Empty>}
            />
          </Section>
          {adding && <AddTestMoney wallet={record} onClose={add.close} />}
        </>
      )}
    </RecordPage>
  );
}

/** The period is in the address, like the filters of a list. */
function Days({ period }: { period: Period }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const set = (change: Period) => {
    const search = Object.fromEntries(Object.entries({ ...period, ...change }).filter(([, day]) => day));
    navigate({ to: '.', search: search as never, resetScroll: false });
  };
  return (
    <Group mb="sm">
      <TextInput
        type="date"
        size="xs"
        label={t('wallets.since')}
        value={period.since ?? ''}
        max={period.until ?? ''}
        onChange={({ currentTarget }) => set({ since: currentTarget.value })}
      />
      <TextInput
        type="date"
        size="xs"
        label={t('wallets.until')}
        value={period.until ?? ''}
        min={period.since ?? ''}
        onChange={({ currentTarget }) => set({ until: currentTarget.value })}
      />
    </Group>
  );
}
