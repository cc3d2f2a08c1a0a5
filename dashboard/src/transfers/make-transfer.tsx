import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { exponentOf, formatAmount, formatMoney, parseMoney } from '../ui/format.ts';
import { PayingWalletSelect } from '../ui/paying-wallet-select.tsx';
import { faultOf } from '../ui/states.tsx';
import { walletName } from '../ui/wallet-name.tsx';
import { useChange } from '../world/change.ts';
import { usePayingWallet } from '../world/paying-wallet.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';

/** The choice of a wallet that is not the merchant's own. */
const ELSEWHERE = 'elsewhere';
/** Large enough to show the thousands separator of the language. */
const EXAMPLE = 1_500n;

/** The button shows the amount, so that an extra zero is noticed. */
export function MakeTransfer({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const read = useRead('/wallets', { query: { limit: 100, status: 'active' } });
  const wallets = read.data?.data ?? [];
  const { wallet: from, isGone, choose } = usePayingWallet(wallets);
  const [typed, setTyped] = useState({ to: '', amount: '', reference: '', description: '' });
  const transfer = useChange('POST', '/wallets/transfer', ['/transfers', '/wallets', '/wallets/{id}'], { once: true });
  const amount = from ? parseMoney(typed.amount, from.currency) : null;
  const wrong = from && typed.amount ? faultIn(amount, from, t) : undefined;
  const fits = from !== undefined && !isGone && amount !== null && amount > 0n && wrong === undefined;
  const others = wallets.filter((one) => one.id !== from?.id && one.currency === from?.currency);
  const isOwn = others.some(({ id }) => id === typed.to);
  const [to, reference, description] = [typed.to.trim(), typed.reference.trim(), typed.description.trim()];

  const submit = async () => {
    const { id } = await transfer.run({
      body: {
        from: from!.id,
        to,
        amount: Number(amount),
        currency: from!.currency,
        ...(reference ? { reference } : {}),
        ...(description ? { description } : {}),
      },
    });
    await navigate({ to: worldPath(`/transfers/${id}`) });
  };
  const type = (name: keyof typeof typed) => (text: string) => setTyped((before) => ({ ...before, [name]: text }));
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type(name)(currentTarget.value),
    error: faultOf(transfer.error, name),
  });
  return (
    <FormDialog
      title={t('transfers.make')}
      act={fits ? t('transfers.send', { amount: formatMoney(amount, from.currency) }) : t('transfers.make')}
      onClose={onClose}
      change={{ isPending: transfer.isPending, error: transfer.error ?? failureOf(read) }}
      disabled={!fits || to === ''}
      submit={submit}
    >
      <PayingWalletSelect
        label={t('transfers.from')}
        wallets={wallets}
        value={from?.id ?? null}
        onChange={choose}
        isGone={isGone}
        error={faultOf(transfer.error, 'from')}
      />
      {others.length > 0 && (
        <Select
          label={t('transfers.recipient')}
          allowDeselect={false}
          data={[
            { value: ELSEWHERE, label: t('transfers.elsewhere') },
            ...others.map((wallet) => ({ value: wallet.id, label: walletName(wallet, t) })),
          ]}
          value={isOwn ? typed.to : ELSEWHERE}
          onChange={(chosen) => type('to')(chosen === ELSEWHERE ? '' : chosen!)}
        />
      )}
      {!isOwn && (
        <TextInput
          label={t('transfers.to')}
          description={t('transfers.toAdvice')}
          required
          data-autofocus
          {...field('to')}
        />
      )}
      <AmountField
        required
        currency={from?.currency}
        value={typed.amount}
        onType={type('amount')}
        error={wrong ?? faultOf(transfer.error, 'amount')}
      />
      <TextInput label={t('record.reference')} maxLength={64} {...field('reference')} />
      <TextInput label={t('record.description')} maxLength={140} {...field('description')} />
    </FormDialog>
  );
}

function faultIn(amount: bigint | null, { currency, balance }: Wallet, t: Say): string | undefined {
  if (!amount)
    return t('transfers.amountWrong', {
      example: formatAmount(EXAMPLE * 10n ** BigInt(exponentOf(currency)), currency),
    });
  if (amount > balance.available)
    return t('transfers.amountTooMuch', { amount: formatMoney(balance.available, currency) });
}
