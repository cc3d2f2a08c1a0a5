import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoneyWithCode } from '../ui/format.ts';
import { useRead } from '../world/read.ts';
import { PickParty } from './pick-party.tsx';

type PickWalletProps = {
  currency: string | null;
  livemode: boolean;
  value: string;
  onChange: (wallet: string) => void;
  error: string | undefined;
};

/** A wallet by its owner: the owner is found by name or phone, and then one of the owner's wallets is chosen. */
export function PickWallet({ currency, livemode, value, onChange, error }: PickWalletProps) {
  const { t } = useTexts();
  const [owner, setOwner] = useState('');
  const query = {
    owner,
    mode: livemode ? 'live' : 'test',
    status: 'active',
    ...(currency ? { currency } : {}),
  } as const;
  const wallets = useRead('/operator/wallets', { query, enabled: owner !== '' });
  const found = wallets.data?.data ?? [];
  const isNone = wallets.data !== undefined && found.length === 0;
  return (
    <>
      <PickParty
        label={t('operator.desk.owner')}
        kinds={['merchant', 'customer']}
        required
        value={owner}
        onChange={(id) => {
          setOwner(id);
          onChange('');
        }}
        error={isNone ? t('operator.desk.noWalletIn', { currency: currency ?? '' }) : undefined}
      />
      {found.length > 0 && (
        <Select
          label={t('operator.desk.chooseWallet')}
          required
          allowDeselect={false}
          data={found.map(({ id, label, currency, balance }) => ({
            value: id,
            label: `${label ?? currency} · ${formatMoneyWithCode(balance.total, currency)}`,
          }))}
          value={value || null}
          onChange={(id) => onChange(id ?? '')}
          error={error}
        />
      )}
    </>
  );
}
