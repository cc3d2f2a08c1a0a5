import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import type { Account } from '../../../contract/src/operators.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { ModeName } from './mode-name.tsx';
import { NewOperator } from './new-operator.tsx';
import { useMay } from './rights.ts';

const types = ['customer', 'merchant', 'developer', 'operator'] as const;

export function AccountsPage() {
  const { t } = useTexts();
  const may = useMay();
  const { search } = useSearch({ strict: false }) as { search?: string };
  const [asking, ask] = useDisclosure();
  const columns: readonly Column<Account>[] = [
    { head: t('operator.account'), line: 'who', cell: ({ phone, email, id }) => phone ?? email ?? id },
    { head: t('operator.name'), cell: ({ name }) => name ?? '–', wide: true },
    { head: t('operator.type'), line: 'much', cell: ({ type }) => t(`operator.typeOf.${type}`) },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
    {
      head: t('record.status'),
      line: 'state',
      cell: ({ suspended }) => <Status status={suspended ? 'suspended' : 'active'} />,
    },
    {
      head: t('record.created'),
      line: 'when',
      cell: ({ created_at }) => <Time at={created_at} />,
      end: true,
      wide: true,
    },
  ];
  return (
    <>
      <PageHead title={t('operator.page.accounts')}>
        {may('operators') && (
          <Button variant="default" onClick={ask.open}>
            {t('operator.newOperator')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/operator/accounts"
        columns={columns}
        filters={[
          { name: 'search', label: t('operator.searchAccounts') },
          // A search covers all types of account. The list shows one type.
          {
            name: 'type',
            standing: search ? undefined : 'customer',
            label: t('operator.type'),
            options: types.map((type) => ({ value: type, label: t(`operator.typeOf.${type}`) })),
          },
        ]}
        to={({ id }) => `/operator/accounts/${id}`}
        empty={<Empty title={t('operator.noAccounts')} />}
      />
      {asking && <NewOperator onClose={ask.close} />}
    </>
  );
}
