import { Button, Group, Text } from '@mantine/core';
import type { Schedule } from '../../../contract/src/schedules.ts';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney, formatMoneyWithCode } from '../ui/format.ts';
import { FormError } from '../ui/states.tsx';
import { KeepPeople } from './keep-people.tsx';
import { SchedulePayout } from './schedule-payout.tsx';
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
  onColumns: (() => void) | undefined;
  reference: string;
  schedule: Schedule | undefined;
};

/** The total, why it cannot be paid, and the buttons. */
export function PreviewSummary(props: PreviewSummaryProps) {
  const { edited, wallet, isGone, fee, error, onPay, onOther, onColumns, reference, schedule } = props;
  const { t } = useTexts();
  const { lines, badLines, total } = edited;
  const { currency, balance } = wallet;
  // A schedule needs the money at its runs.
  const tooMuch = !schedule && total + fee > balance.available;
  const isBad = badLines.size > 0 || lines.length === 0 || isGone;
  return (
    <>
      <Text size="lg" fw={600} component="p" m={0} role="status">
        {t('payroll.sum', { count: lines.length, amount: formatMoney(total, currency) })}
        <WithFees fee={fee} currency={currency} />
        {badLines.size > 0 && ` · ${t('payroll.badLines', { count: badLines.size })}`}
      </Text>
      {tooMuch && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('payroll.tooMuch', { amount: formatMoney(balance.available, currency) })}
        </Text>
      )}
      <FormError error={error} />
      <Group mt="md">
        <Button disabled={isBad || tooMuch} onClick={onPay}>
          {schedule ? t('payroll.schedule.save') : t('payroll.pay', { count: lines.length })}
        </Button>
        {!schedule && <SchedulePayout edited={edited} wallet={wallet} name={reference} disabled={isBad} />}
        {!schedule && <KeepPeople edited={edited} currency={currency} group={reference} disabled={isBad} />}
        <Button variant="default" onClick={edited.add}>
          {t('payroll.addPerson')}
        </Button>
        <Button variant="default" onClick={() => edited.mayLeave() && onOther()}>
          {t('payroll.otherFile')}
        </Button>
        {onColumns && (
          <Button variant="subtle" onClick={() => edited.mayLeave() && onColumns()}>
            {t('payroll.map.change')}
          </Button>
        )}
        <Text size="sm">
          {t('payroll.payFrom', {
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
  return fee > 0n && ` · ${t('payroll.fees', { amount: formatMoney(fee, currency) })}`;
}
