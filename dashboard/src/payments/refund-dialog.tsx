import { Select } from '@mantine/core';
import { useState } from 'react';
import type { Payment } from '../../../contract/src/payments.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatMoney, parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';

const reasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;

type Asked = { payment: Payment; rest: bigint; onClose: () => void };

/** If the payer bears the fee, a rail that refunds only whole payments returns the fee too. */
export function RefundDialog({ payment, rest, onClose }: Asked) {
  const { currency, rail, amount, charged_amount } = payment;
  const rails = useRead('/rails', { query: { currency }, enabled: charged_amount > amount });
  if (charged_amount > amount && rails.isPending) return null;
  const isWhole = rails.data?.data.some(({ slug, refunds }) => slug === rail && refunds === 'whole') ?? false;
  const most = isWhole ? rest + charged_amount - amount : rest;
  return <RefundForm payment={payment} rest={most} isWhole={isWhole} onClose={onClose} />;
}

/** A full or partial refund. The amount is typed in the currency's main unit and sent in minor units. */
function RefundForm({ payment, rest, isWhole, onClose }: Asked & { isWhole: boolean }) {
  const { t } = useTexts();
  const { currency } = payment;
  const [text, setText] = useState(typedAmount(rest, currency));
  const [reason, setReason] = useState<string | null>(null);
  const refund = useChange('POST', '/refunds', ['/payments/{id}', '/payments/{id}/timeline', '/payments', '/refunds']);
  const amount = parseMoney(text, currency);
  const wrong = !amount ? t('payments.amountWrong') : amount > rest ? t('payments.amountTooMuch') : undefined;
  const submit = () => {
    const why = reason ? { reason: reason as (typeof reasons)[number] } : {};
    return refund.run({ body: { payment: payment.id, amount: Number(amount), ...why } });
  };
  return (
    <FormDialog
      title={t('payments.refundTitle')}
      act={amount && !wrong ? t('payments.refundAct', { amount: formatMoney(amount, currency) }) : t('payments.refund')}
      onClose={onClose}
      change={refund}
      disabled={wrong !== undefined}
      submit={submit}
    >
      <AmountField
        description={t(isWhole ? 'payments.refundWhole' : 'payments.refundRest', {
          amount: formatMoney(rest, currency),
          customer: payment.customer,
        })}
        currency={currency}
        data-autofocus
        value={text}
        onType={setText}
        error={wrong ?? faultOf(refund.error, 'amount')}
      />
      <Select
        label={t('payments.reason')}
        placeholder={t('payments.reasonNone')}
        clearable
        data={reasons.map((value) => ({ value, label: t(`refunds.reason.${value}`) }))}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
