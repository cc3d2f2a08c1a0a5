import { Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { useModeFilter } from './mode-name.tsx';
import { PickParty } from './pick-party.tsx';
import { useWalletColumns } from './wallet-columns.tsx';

const statuses = ['active', 'frozen', 'closed'] as const;

/** Finds wallets by id, or those of an owner. */
export function WalletsPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { owner = '' } = useSearch({ strict: false }) as { owner?: string };
  const columns = useWalletColumns();
  const mode = useModeFilter();
  const find = (id: string) => {
    if (/^wal_/.test(id)) navigate({ to: `/operator/wallets/${id}` });
    else navigate({ to: '.', search: (id ? { owner: id } : {}) as never });
  };
  return (
    <>
      <PageHead title={t('operator.page.wallets')} />
      <Group mb="md">
        <PickParty
          label={t('operator.desk.owner')}
          kinds={['merchant', 'account']}
          value={owner}
          onChange={find}
          w={340}
          clearable
        />
      </Group>
      {owner === '' ? (
        <Empty title={t('operator.whoseWallets')}>{t('operator.whoseWalletsAdvice')}</Empty>
      ) : (
        <ListPage
          path="/operator/wallets"
          columns={columns}
          fixed={{ owner }}
          filters={[
            {
              name: 'currency',
              label: t('record.currency'),
              options: Object.keys(service.currencies).map((value) => ({ value, label: value })),
            },
            {
              name: 'status',
              label: t('record.status'),
              options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
            },
            mode,
          ]}
          to={({ id }) => `/operator/wallets/${id}`}
          empty={<Empty title={t('operator.noWallets')} />}
        />
      )}
    </>
  );
}
