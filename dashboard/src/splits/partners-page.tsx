import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SplitPartner } from '../../../contract/src/split-partners.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty, faultOf } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { isComplete, noReserve, ReserveFields, readReserve } from './reserve-fields.tsx';
import { PartnerStatus, partnerStatuses } from './statuses.tsx';

/** The wallets that may receive shares of the merchant's payments, or the marketplaces that asked the merchant. */
export function PartnersPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [asking, ask] = useDisclosure();
  const { as } = useSearch({ strict: false }) as { as?: string };
  const who: Column<SplitPartner> =
    as === 'owner'
      ? { head: t('splits.marketplace'), cell: ({ marketplace }) => marketplace.merchant, line: 'name' }
      : { head: t('payments.wallet'), cell: ({ wallet }) => <WalletLink id={wallet} plain />, line: 'name' };
  const columns: readonly Column<SplitPartner>[] = [
    who,
    { head: t('record.status'), cell: ({ status }) => <PartnerStatus status={status} />, line: 'state' },
    {
      head: t('splits.debt'),
      cell: ({ debt, currency }) => <Money amount={debt} currency={currency} />,
      end: true,
      line: 'much',
    },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('splits.title')}>
        {mayChange('money') && (
          <Button leftSection={<Plus size={16} />} onClick={ask.open}>
            {t('splits.ask')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/split_partners"
        columns={columns}
        filters={[
          {
            name: 'as',
            label: t('splits.as'),
            options: (['marketplace', 'owner'] as const).map((value) => ({ value, label: t(`splits.by.${value}`) })),
            standing: 'marketplace',
          },
          {
            name: 'status',
            label: t('record.status'),
            options: partnerStatuses.map((value) => ({ value, label: t(`splits.status.${value}`) })),
          },
        ]}
        to={({ id }) => `/split-partners/${id}`}
        empty={<Empty title={t('splits.none')}>{t('splits.noneAdvice')}</Empty>}
      />
      {asking && <AskDialog onClose={ask.close} />}
    </>
  );
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const [wallet, setWallet] = useState('');
  const [typed, setTyped] = useState(noReserve);
  const reserve = readReserve(typed);
  const asked = useChange('POST', '/split_partners', ['/split_partners'], { once: true });
  return (
    <FormDialog
      title={t('splits.ask')}
      act={t('splits.ask')}
      onClose={onClose}
      change={asked}
      disabled={wallet.trim() === '' || !isComplete(typed)}
      submit={() => asked.run({ body: { wallet: wallet.trim(), ...(reserve === null ? {} : { reserve }) } })}
    >
      <TextInput
        data-autofocus
        required
        label={t('splits.theirWallet')}
        description={t('splits.askAdvice')}
        placeholder="wal_…"
        value={wallet}
        onChange={({ currentTarget }) => setWallet(currentTarget.value)}
        error={faultOf(asked.error, 'wallet')}
      />
      <ReserveFields typed={typed} onType={setTyped} error={asked.error} />
    </FormDialog>
  );
}
