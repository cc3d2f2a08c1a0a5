import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatMoney, parseMoney } from '../ui/format.ts';
import { PayingWalletSelect } from '../ui/paying-wallet-select.tsx';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { usePayingWallet } from '../world/paying-wallet.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';
import { EscrowFields } from './escrow-fields.tsx';
import { ReceiverField } from './receiver-field.tsx';

const DAYS = 7;

/** A day of the calendar here, as a date field has it. */
function dayFromNow(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last second of the day here. */
const endOf = (day: string) => new Date(`${day}T23:59:59`);

/** It leads to the page of the hold. */
export function MakeHold({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const read = useRead('/wallets', { query: { limit: 100, status: 'active' } });
  const wallets = read.data?.data ?? [];
  const { wallet, isGone, choose } = usePayingWallet(wallets);
  const [typed, setTyped] = useState(() => ({ to: '', amount: '', day: dayFromNow(DAYS), reference: '' }));
  const [deciders, setDeciders] = useState<readonly [string, string] | null>(null);
  const making = useChange('POST', '/holds', ['/holds', '/wallets', '/wallets/{id}'], { once: true });
  const type = (name: keyof typeof typed) => (text: string) => setTyped((before) => ({ ...before, [name]: text }));
  const amount = wallet ? parseMoney(typed.amount, wallet.currency) : null;
  const until = endOf(typed.day);
  const isDay = !Number.isNaN(until.getTime());
  const wrong = wallet && typed.amount ? faultIn(amount, wallet, t) : undefined;
  const fits = wallet !== undefined && !isGone && amount !== null && amount > 0n && wrong === undefined && isDay;
  const isNamed = deciders === null || (typed.to.trim() !== '' && deciders.every((one) => one.trim() !== ''));
  const others = wallets.filter((one) => one.id !== wallet?.id && one.currency === wallet?.currency);
  const submit = async () => {
    const [to, reference] = [typed.to.trim(), typed.reference.trim()];
    const { id } = await making.run({
      body: {
        wallet: wallet!.id,
        amount: Number(amount),
        currency: wallet!.currency,
        expires_at: until.toISOString(),
        ...(to ? { to } : {}),
        ...(deciders ? { escrow: { deciders: deciders.map((one) => one.trim()) } } : {}),
        ...(reference ? { reference } : {}),
      },
    });
    await navigate({ to: worldPath(`/holds/${id}`) });
  };
  return (
    <FormDialog
      title={t('holds.make')}
      act={fits ? t('holds.makeAct', { amount: formatMoney(amount, wallet.currency) }) : t('holds.make')}
      onClose={onClose}
      change={{ isPending: making.isPending, error: making.error ?? failureOf(read) }}
      disabled={!fits || !isNamed}
      submit={submit}
    >
      <PayingWalletSelect
        label={t('holds.wallet')}
        wallets={wallets}
        value={wallet?.id ?? null}
        onChange={choose}
        isGone={isGone}
        error={faultOf(making.error, 'wallet')}
      />
      <AmountField
        required
        data-autofocus
        currency={wallet?.currency}
        value={typed.amount}
        onType={type('amount')}
        error={wrong ?? faultOf(making.error, 'amount')}
      />
      <LastDay value={typed.day} onType={type('day')} error={faultOf(making.error, 'expires_at')} />
      <ReceiverField
        required={deciders !== null}
        wallets={others}
        value={typed.to}
        onType={type('to')}
        error={faultOf(making.error, 'to')}
      />
      <EscrowFields
        deciders={deciders}
        own={wallet?.id}
        onChange={setDeciders}
        error={['', '[0]', '[1]'].map((at) => faultOf(making.error, `escrow.deciders${at}`)).find(Boolean)}
      />
      <TextInput
        label={t('record.reference')}
        maxLength={64}
        value={typed.reference}
        onChange={({ currentTarget }) => type('reference')(currentTarget.value)}
        error={faultOf(making.error, 'reference')}
      />
    </FormDialog>
  );
}

type LastDayProps = { value: string; onType: (day: string) => void; error: string | undefined };

function LastDay({ value, onType, error }: LastDayProps) {
  const { t } = useTexts();
  return (
    <TextInput
      type="date"
      required
      label={t('holds.lastDay')}
      description={t('holds.untilAdvice')}
      min={dayFromNow(0)}
      value={value}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      error={error}
    />
  );
}

function faultIn(amount: bigint | null, { currency, balance }: Wallet, t: Say): string | undefined {
  if (!amount) return t('payments.amountWrong');
  if (amount <= balance.available) return undefined;
  return t('transfers.amountTooMuch', { amount: formatMoney(balance.available, currency) });
}
