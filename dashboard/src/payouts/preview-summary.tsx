import { Button, Group, Text } from '@mantine/core';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney, formatMoneyWithCode } from '../ui/format.ts';
import { FormError } from '../ui/states.tsx';
import type { Lines } from './use-lines.ts';

type PreviewSummaryProps = {
  edited: Lines;
  wallet: Wallet;
  /** The wallet can no longer pay. */
  isGone: boolean;
  fee: bigint;
  error: unknown;
  onPay: () => void;
  onOther: () => void;
};

/** The total, why it cannot be paid, and the buttons. */
export function PreviewSummary({ edited, wallet, isGone, fee, error, onPay, onOther }: PreviewSummaryProps) {
  const { t } = useTexts();
  const { lines, badLines, total } = edited;
  const { currency, balance } = wallet;
  const tooMuch = total + fee > balance.available;
  return (
    <>
      <Text size="lg" fw={600} component="p" m={0} role="status">
        {t('payouts.sum', { count: lines.length, amount: formatMoney(total, currency) })}
        <WithFees fee={fee} currency={currency} />
        {badLines.size > 0 && ` · ${t('payouts.badLines', { count: badLines.size })}`}
      </Text>
      {tooMuch && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('payouts.tooMuch', { amount: formatMoney(balance.available, currency) })}
        </Text>
      )}
      <FormError error={error} />
      <Group mt="md">
        <Button disabled={badLines.size > 0 || lines.length === 0 || tooMuch || isGone} onClick={onPay}>
          {t('payouts.pay', { count: lines.length })}
        </Button>
        <Button variant="default" onClick={() => edited.mayLeave() && onOther()}>
          {t('payouts.otherFile')}
        </Button>
        <Text size="sm">
          {t('payouts.payFrom', {
            wallet: wallet.label ?? currency,
            amount: formatMoneyWithCode(balance.available, currency),
          })}
        </Text>
      </Group>
    </>
  );
}

export function WithFees({ fee, currency }: { fee: bigint; currency: string }) {
  const { t } = useTexts();
  return fee > 0n && ` · ${t('payouts.fees', { amount: formatMoney(fee, currency) })}`;
}
