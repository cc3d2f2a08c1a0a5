import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Transfer } from '../../../contract/src/transfers.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatMoney, parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';

/** Returns the money of a received transfer. Only the owner of the wallet that received it sees the button. */
export function ReverseTransfer({ transfer }: { transfer: Transfer }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [asking, ask] = useDisclosure();
  const isOwn = useIsOwn(transfer.to);
  const left = transfer.amount - transfer.reversed_amount;
  if (left === 0n || !mayChange('money') || !isOwn) return null;
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {t('transfers.reverse')}
      </Button>
      {asking && <ReverseDialog transfer={transfer} left={left} onClose={ask.close} />}
    </>
  );
}

/** The first page of wallets is read for their names. Only a merchant with more asks for this one. */
function useIsOwn(wallet: string): boolean {
  const first = useRead('/wallets', { query: { limit: 100 } }).data;
  const isKnown = first?.data.some(({ id }) => id === wallet) ?? false;
  const asked = useRead('/wallets/{id}', { params: { id: wallet }, enabled: first?.has_more === true && !isKnown });
  return isKnown || asked.data?.id === wallet;
}

type ReverseDialogProps = { readonly transfer: Transfer; readonly left: bigint; readonly onClose: () => void };

function ReverseDialog({ transfer: { id, currency }, left, onClose }: ReverseDialogProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const [text, setText] = useState(typedAmount(left, currency));
  const [description, setDescription] = useState('');
  const changed = ['/transfers/{id}', '/transfers', '/wallets', '/wallets/{id}'] as const;
  const reverse = useChange('POST', '/transfers/{id}/reverse', changed, { once: true });
  const amount = parseMoney(text, currency);
  const wrong = !amount
    ? t('payments.amountWrong')
    : amount > left
      ? t('transfers.reverseTooMuch', { amount: formatMoney(left, currency) })
      : undefined;
  const submit = async () => {
    const body = { amount: Number(amount), ...(description.trim() ? { description: description.trim() } : {}) };
    const made = await reverse.run({ params: { id }, body });
    await navigate({ to: worldPath(`/movements/${made.id}`) });
  };
  return (
    <FormDialog
      title={t('transfers.reverseTitle')}
      act={
        amount && !wrong ? t('transfers.reverseAct', { amount: formatMoney(amount, currency) }) : t('transfers.reverse')
      }
      onClose={onClose}
      change={reverse}
      disabled={wrong !== undefined}
      submit={submit}
    >
      <AmountField
        description={t('transfers.reverseAdvice')}
        currency={currency}
        data-autofocus
        value={text}
        onType={setText}
        error={wrong ?? faultOf(reverse.error, 'amount')}
      />
      <TextInput
        label={t('record.description')}
        maxLength={140}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        error={faultOf(reverse.error, 'description')}
      />
    </FormDialog>
  );
}
