import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatMoney, parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { ReceiverField } from './receiver-field.tsx';
import { changesOfHold } from './release-hold.tsx';

/** Pays all that is held, or a part. The amount is typed in the currency's main unit and sent in minor units. */
export function CaptureDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const { t } = useTexts();
  const { id, currency, amount_remaining: left } = hold;
  const [text, setText] = useState(typedAmount(left, currency));
  const [to, setTo] = useState('');
  const [final, setFinal] = useState(false);
  const wallets = useRead('/wallets', { query: { limit: 100, status: 'active' } }).data?.data ?? [];
  const others = wallets.filter((one) => one.id !== hold.wallet && one.currency === currency);
  const capture = useChange('POST', '/holds/{id}/capture', changesOfHold);
  const amount = parseMoney(text, currency);
  const wrong = !amount ? t('payments.amountWrong') : amount > left ? t('holds.tooMuch') : undefined;
  const isPart = amount !== null && amount < left;
  const submit = () =>
    capture.run({
      params: { id },
      body: {
        amount: Number(amount),
        ...(hold.to ? {} : { to: to.trim() }),
        ...(isPart && final ? { final } : {}),
      },
    });
  return (
    <FormDialog
      title={t('holds.captureTitle')}
      act={amount && !wrong ? t('holds.captureAct', { amount: formatMoney(amount, currency) }) : t('holds.capture')}
      onClose={onClose}
      change={capture}
      disabled={wrong !== undefined || (!hold.to && to.trim() === '')}
      submit={submit}
    >
      <AmountField
        description={t('holds.left', { amount: formatMoney(left, currency) })}
        currency={currency}
        data-autofocus
        value={text}
        onType={setText}
        error={wrong ?? faultOf(capture.error, 'amount')}
      />
      {!hold.to && (
        <ReceiverField required wallets={others} value={to} onType={setTo} error={faultOf(capture.error, 'to')} />
      )}
      {isPart && (
        <Checkbox
          label={t('holds.final', { amount: formatMoney(left - (amount ?? 0n), currency) })}
          checked={final}
          onChange={({ currentTarget }) => setFinal(currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
