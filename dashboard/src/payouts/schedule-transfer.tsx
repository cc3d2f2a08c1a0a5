import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney } from '../ui/format.ts';
import { PayingWalletSelect } from '../ui/paying-wallet-select.tsx';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { usePayingWallet } from '../world/paying-wallet.ts';
import { useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';
import { newFields, ScheduleForm } from './schedule-form.tsx';

/** Moves money between wallets later, or again and again. A person approves it first. */
export function ScheduleTransfer() {
  const { t } = useTexts();
  const mayPay = useMayChange()('money');
  const [opened, dialog] = useDisclosure();
  if (!mayPay) return null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('payroll.schedule.transfer')}
      </Button>
      {opened && <TransferDialog onClose={dialog.close} />}
    </>
  );
}

function TransferDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const wallets = useRead('/wallets', { query: { limit: 100, status: 'active' } }).data?.data ?? [];
  const { wallet, isGone, choose } = usePayingWallet(wallets);
  const [to, setTo] = useState('');
  const [typed, setTyped] = useState('');
  const made = useChange('POST', '/schedules', ['/schedules'], { once: true });
  const amount = wallet ? parseMoney(typed, wallet.currency) : null;
  const { error } = made;
  return (
    <ScheduleForm
      title={t('payroll.schedule.transfer')}
      first={newFields('')}
      isNamed={false}
      isReady={wallet !== undefined && !isGone && amount !== null && amount > 0n && to.trim() !== ''}
      change={made}
      onClose={onClose}
      submit={async ({ until, ...rest }) => {
        const what = { kind: 'transfer', to: to.trim(), amount: Number(amount), wallet: wallet!.id } as const;
        const body = { ...rest, ...(until ? { until } : {}), ...what, currency: wallet!.currency };
        const schedule = await made.run({ body });
        await navigate({ to: worldPath(`/schedules/${schedule.id}`) });
      }}
    >
      <PayingWalletSelect
        label={t('transfers.from')}
        wallets={wallets}
        value={wallet?.id ?? null}
        onChange={choose}
        isGone={isGone}
        error={faultOf(error, 'wallet')}
      />
      <TextInput
        label={t('transfers.to')}
        description={t('transfers.toAdvice')}
        required
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
        error={faultOf(error, 'to')}
      />
      <AmountField
        required
        currency={wallet?.currency}
        value={typed}
        onType={setTyped}
        error={faultOf(error, 'amount')}
      />
    </ScheduleForm>
  );
}
