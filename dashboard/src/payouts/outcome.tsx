import { Text } from '@mantine/core';
import type { Payout } from '../../../contract/src/payouts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney } from '../ui/format.ts';

/** The headline of a result: how many were paid and how much, and how many were not. */
export function Outcome({ payout: { status, totals, currency, approval } }: { payout: Payout }) {
  const { t } = useTexts();
  const money = (amount: bigint) => formatMoney(amount, currency);
  const { count, succeeded_count, failed_count, returned_count } = totals;
  const paid = { count: succeeded_count, amount: money(totals.succeeded_amount) };
  const failed = { count: failed_count, amount: money(totals.failed_amount) };
  const all = { count, amount: money(totals.amount) };
  const waits = approval?.status === 'pending' || status === 'pending';
  const left = count - succeeded_count - failed_count - returned_count;
  const parts = [
    status === 'canceled' && t('payroll.outcome.canceled', all),
    status !== 'canceled' && waits && t('payroll.outcome.waits', all),
    succeeded_count > 0 && t('payroll.outcome.paid', paid),
    failed_count > 0 && t('payroll.outcome.failed', failed),
    returned_count > 0 &&
      t('payroll.outcome.returned', { count: returned_count, amount: money(totals.returned_amount) }),
    status === 'processing' && left > 0 && t('payroll.outcome.left', { count: left }),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <Text size="lg" fw={600} component="p" mt={0} mb="sm" role="status">
      {parts.join(' ')}
    </Text>
  );
}
