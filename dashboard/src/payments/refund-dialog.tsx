import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Payment } from '../../../contract/src/payments.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney, parseMoney, typedAmount } from '../ui/format.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';

const reasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;

/** A full or partial refund. The amount is typed in the currency's main unit and sent in minor units. */
export function RefundDialog({ payment, rest, onClose }: { payment: Payment; rest: bigint; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const { currency } = payment;
  const [text, setText] = useState(typedAmount(rest, currency));
  const [reason, setReason] = useState<string | null>(null);
  const refund = useChange('POST', '/refunds', ['/payments/{id}', '/payments/{id}/timeline', '/payments', '/refunds']);
  const amount = parseMoney(text, currency);
  const wrong =
    amount === null || amount === 0n
      ? t('payments.amountWrong')
      : amount > rest
        ? t('payments.amountTooMuch')
        : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wrong || amount === null) return;
    const body = {
      payment: payment.id,
      amount: Number(amount),
      ...(reason ? { reason: reason as (typeof reasons)[number] } : {}),
    };
    await refund.run({ body }).then(onClose, () => undefined);
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(refund.isPending, onClose)}
      title={t('payments.refundTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('record.amount')}
            description={t('payments.refundRest', { amount: formatMoney(rest, currency), customer: payment.customer })}
            rightSection={currency}
            rightSectionWidth={54}
            inputMode="decimal"
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
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
          <FormError error={refund.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={refund.isPending}>
              {t('ui.back')}
            </Button>
            <Button type="submit" loading={refund.isPending} disabled={Boolean(wrong)}>
              {amount !== null && !wrong
                ? t('payments.refundAct', { amount: formatMoney(amount, currency) })
                : t('payments.refund')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
