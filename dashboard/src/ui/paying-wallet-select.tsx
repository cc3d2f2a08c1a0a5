import { Select } from '@mantine/core';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoneyWithCode } from './format.ts';

type PayingWalletSelectProps = {
  label: string;
  wallets: readonly Wallet[];
  value: string | null;
  onChange: (id: string | null) => void;
  /** The chosen wallet can no longer pay. */
  isGone: boolean;
  error: string | undefined;
  w?: number;
};

export function PayingWalletSelect({ label, wallets, value, onChange, isGone, error, w }: PayingWalletSelectProps) {
  const { t } = useTexts();
  return (
    <Select
      label={label}
      allowDeselect={false}
      {...(w ? { w } : {})}
      data={wallets.map(({ id, label: name, currency, balance }) => ({
        value: id,
        label: `${name ?? currency} · ${formatMoneyWithCode(balance.available, currency)}`,
      }))}
      value={isGone ? null : value}
      onChange={onChange}
      error={isGone ? t('wallets.cannotPay') : error}
    />
  );
}
