import { Select, TextInput } from '@mantine/core';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { walletName } from '../ui/wallet-name.tsx';

/** The choice of a wallet that is not the merchant's own. */
const ELSEWHERE = 'elsewhere';

type ReceiverFieldProps = {
  /** The merchant's other wallets in the currency. */
  wallets: readonly Wallet[];
  value: string;
  onType: (to: string) => void;
  error: string | undefined;
  required?: boolean;
};

/** The receiver of the money: another wallet of the merchant, or somebody else by a phone or a wallet's id. */
export function ReceiverField({ wallets, value, onType, error, required = false }: ReceiverFieldProps) {
  const { t } = useTexts();
  const isOwn = wallets.some(({ id }) => id === value);
  return (
    <>
      {wallets.length > 0 && (
        <Select
          label={t('transfers.recipient')}
          allowDeselect={false}
          data={[
            { value: ELSEWHERE, label: t('transfers.elsewhere') },
            ...wallets.map((wallet) => ({ value: wallet.id, label: walletName(wallet, t) })),
          ]}
          value={isOwn ? value : ELSEWHERE}
          onChange={(chosen) => onType(chosen === ELSEWHERE ? '' : chosen!)}
        />
      )}
      {!isOwn && (
        <TextInput
          label={t('transfers.to')}
          description={required ? t('transfers.toAdvice') : t('holds.toAdvice')}
          required={required}
          value={value}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          error={error}
        />
      )}
    </>
  );
}
