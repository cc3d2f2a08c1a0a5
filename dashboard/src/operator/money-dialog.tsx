import { Select, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { FormDialog } from './form-dialog.tsx';

type MoneyDialogProps = { wallet: Wallet; adjusting?: boolean; onClose: () => void };

/** Requests a cash-in or a correction. It is carried out when another operator approves it. */
export function MoneyDialog({ wallet, adjusting = false, onClose }: MoneyDialogProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [direction, setDirection] = useState<'credit' | 'debit'>('credit');
  const cashIn = useChange('POST', '/operator/cash_ins', ['/operator/approvals'], { once: true });
  const adjust = useChange('POST', '/operator/adjustments', ['/operator/approvals'], { once: true });
  const change = adjusting ? adjust : cashIn;
  const amount = parseMoney(text, wallet.currency);
  const wrong = text !== '' && !amount ? t('payments.amountWrong') : undefined;
  const submit = async () => {
    const asked = { wallet: wallet.id, amount: Number(amount), reason };
    const approval = adjusting
      ? await adjust.run({ body: { ...asked, direction } })
      : await cashIn.run({ body: { ...asked, ...(reference.trim() ? { reference: reference.trim() } : {}) } });
    await navigate({ to: `/operator/approvals/${approval.id}` });
  };
  return (
    <FormDialog
      title={adjusting ? t('operator.adjust') : t('operator.cashIn')}
      act={t('operator.ask')}
      onClose={onClose}
      change={change}
      disabled={!amount || reason.trim() === ''}
      submit={submit}
    >
      <Text c="dimmed" size="sm">
        {t('operator.twoPeople')}
      </Text>
      {adjusting && (
        <Select
          label={t('operator.direction')}
          data={(['credit', 'debit'] as const).map((value) => ({ value, label: t(`operator.directionOf.${value}`) }))}
          allowDeselect={false}
          value={direction}
          onChange={(value) => setDirection((value ?? 'credit') as 'credit' | 'debit')}
        />
      )}
      <TextInput
        label={t('record.amount')}
        required
        inputMode="decimal"
        data-autofocus
        rightSection={wallet.currency}
        rightSectionWidth={54}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
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
      <TextInput
        label={t('operator.reason')}
        required
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(change.error, 'reason')}
      />
    </FormDialog>
  );
}
