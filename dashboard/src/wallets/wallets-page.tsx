import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { walletName } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { OpenWallet } from './open-wallet.tsx';

export function WalletsPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [opening, open] = useDisclosure();
  const columns: readonly Column<Wallet>[] = [
    { head: t('wallets.one'), cell: (wallet) => walletName(wallet, t), line: 'name' },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('record.id'), cell: ({ id }) => <Id id={id} />, wide: true },
    {
      head: t('wallets.reserved'),
      cell: ({ balance, currency }) => <Money amount={balance.reserved} currency={currency} />,
      end: true,
      wide: true,
    },
    {
      head: t('wallets.available'),
      cell: ({ balance, currency }) => <Money amount={balance.available} currency={currency} />,
      end: true,
      line: 'much',
    },
  ];
  return (
    <>
      <PageHead title={t('wallets.title')}>
        {mayChange('money') && (
          <Button leftSection={<Plus size={16} />} onClick={open.open}>
            {t('wallets.open')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/wallets"
        columns={columns}
        filters={[
          {
            name: 'currency',
            label: t('record.currency'),
            options: Object.keys(service.currencies).map((currency) => ({ value: currency, label: currency })),
          },
        ]}
        to={({ id }) => `/wallets/${id}`}
        empty={<Empty title={t('wallets.none')}>{t('wallets.noneAdvice')}</Empty>}
      />
      {opening && <OpenWallet onClose={open.close} />}
    </>
  );
}
