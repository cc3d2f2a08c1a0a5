import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Choice } from './choice.tsx';

type MoneyDialogProps = { wallet: Wallet; adjusting?: boolean; onClose: () => void };
const directions = ['credit', 'debit'] as const;

/** Requests a cash-in or a correction. */
export function MoneyDialog({ wallet, adjusting = false, onClose }: MoneyDialogProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [reference, setReference] = useState('');
  const [direction, setDirection] = useState<(typeof directions)[number]>('credit');
  const cashIn = useChange('POST', '/operator/cash_ins', ['/operator/approvals'], { once: true });
  const adjust = useChange('POST', '/operator/adjustments', ['/operator/approvals'], { once: true });
  const change = adjusting ? adjust : cashIn;
  const amount = parseMoney(text, wallet.currency);
  const wrong = text !== '' && !amount ? t('payments.amountWrong') : undefined;
  const request = (reason: string) => {
    const asked = { wallet: wallet.id, amount: Number(amount), reason };
    const slip = reference.trim();
    return adjusting
      ? adjust.run({ body: { ...asked, direction } })
      : cashIn.run({ body: { ...asked, ...(slip ? { reference: slip } : {}) } });
  };
  return (
    <ApprovalDialog
      title={adjusting ? t('operator.adjust') : t('operator.cashIn')}
      onClose={onClose}
      change={change}
      disabled={!amount}
      request={request}
    >
      {adjusting && (
        <Choice
          label={t('operator.direction')}
          options={directions}
          nameOf={(value) => t(`operator.directionOf.${value}`)}
          value={direction}
          onChange={setDirection}
        />
      )}
      <AmountField
        required
        data-autofocus
        currency={wallet.currency}
        value={text}
        onType={setText}
        error={wrong ?? faultOf(change.error, 'amount')}
      />
      {!adjusting && (
        <TextInput
          label={t('record.reference')}
          description={t('operator.slip')}
          maxLength={64}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
          error={faultOf(change.error, 'reference')}
        />
      )}
    </ApprovalDialog>
  );
}
