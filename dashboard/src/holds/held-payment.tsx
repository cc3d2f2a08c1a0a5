import { Button, Checkbox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Payment } from '../../../contract/src/payments.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatMoney, formatTime, parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

/** The reads that a capture or a release of a payment changes. */
const changes = ['/payments/{id}', '/payments/{id}/timeline', '/payments', '/wallets', '/wallets/{id}'] as const;

const leftOf = ({ amount_authorized, amount_captured }: Payment) => amount_authorized - amount_captured;

/** Takes the held money of a payment, or gives it back. */
export function HeldPayment({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const [capturing, capture] = useDisclosure();
  const [asking, ask] = useDisclosure();
  const release = useChange('POST', '/payments/{id}/release', changes);
  const amount = formatMoney(leftOf(payment), payment.currency);
  const run = () => release.run({ params: { id: payment.id } }).then(ask.close, () => undefined);
  return (
    <>
      <Button onClick={capture.open}>{t('holds.payment.capture')}</Button>
      <Button variant="default" onClick={ask.open}>
        {t('holds.payment.release')}
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={t('holds.payment.releaseTitle')}
        act={t('holds.payment.releaseAct', { amount })}
        danger={false}
        pending={release.isPending}
        error={release.error}
        onConfirm={run}
      >
        {t('holds.payment.releaseText', { amount })}
      </Confirm>
      {capturing && <CapturePayment payment={payment} onClose={capture.close} />}
    </>
  );
}

/** Takes all that is held, or a part. The amount is typed in the currency's main unit and sent in minor units. */
function CapturePayment({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTexts();
  const { id, currency, amount_captured, capture_before } = payment;
  const left = leftOf(payment);
  const [text, setText] = useState(typedAmount(left, currency));
  const [final, setFinal] = useState(false);
  const capture = useChange('POST', '/payments/{id}/capture', changes);
  const amount = parseMoney(text, currency);
  const wrong = !amount ? t('payments.amountWrong') : amount > left ? t('holds.tooMuch') : undefined;
  const isPart = amount !== null && amount < left;
  return (
    <FormDialog
      title={t('holds.payment.captureTitle')}
      act={
        amount && !wrong
          ? t('holds.payment.captureAct', { amount: formatMoney(amount, currency) })
          : t('holds.payment.capture')
      }
      onClose={onClose}
      change={capture}
      disabled={wrong !== undefined}
      submit={() =>
        capture.run({ params: { id }, body: { amount: Number(amount), ...(isPart && final ? { final } : {}) } })
      }
    >
      <AmountField
        description={t('holds.payment.held', {
          amount: formatMoney(left, currency),
          until: formatTime(capture_before!),
          captured: formatMoney(amount_captured, currency),
        })}
        currency={currency}
        data-autofocus
        value={text}
        onType={setText}
        error={wrong ?? faultOf(capture.error, 'amount')}
      />
      {isPart && (
        <Checkbox
          label={t('holds.payment.final', { amount: formatMoney(left - (amount ?? 0n), currency) })}
          checked={final}
          onChange={({ currentTarget }) => setFinal(currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
