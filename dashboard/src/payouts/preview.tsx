import { Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Schedule } from '../../../contract/src/schedules.ts';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Go } from '../ui/go.tsx';
import { Money } from '../ui/money.tsx';
import { PayingWalletSelect } from '../ui/paying-wallet-select.tsx';
import { Empty, Failure, faultOf, Loading } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { usePayingWallet } from '../world/paying-wallet.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';
import type { Bounds } from './faults.ts';
import { feesOf } from './fees-of.ts';
import type { Line } from './map-columns.ts';
import { PreviewLines } from './preview-lines.tsx';
import { PreviewSummary, WithFees } from './preview-summary.tsx';
import { itemOf } from './service-faults.ts';
import { type Lines, useLines } from './use-lines.ts';

type PreviewProps = {
  file: string;
  first: readonly Line[];
  onOther: () => void;
  /** Forgets the lines once they are paid. Without it, `onOther` does. */
  onSent?: () => void;
  /** The wallet and the reference, if they are not the person's choice. */
  fixed?: { readonly wallet: string; readonly reference: string };
  /** The schedule whose recipients these lines replace. Without one, they are paid now. */
  schedule?: Schedule;
  /** Chooses the columns of the file again. */
  onColumns?: () => void;
};

/** The lines of a file before they are paid: who pays, how much, and which lines to correct. */
export function Preview(props: PreviewProps) {
  const { file, first, onOther, onSent = onOther, onColumns, fixed, schedule } = props;
  const { t } = useTexts();
  const wallets = useRead('/wallets', { query: { limit: 100, status: 'active' } });
  const fees = useRead('/fees');
  const [reference, setReference] = useState(fixed?.reference ?? file.replace(/\.[^.]*$/, '').slice(0, 64));
  const [asking, setAsking] = useState(false);
  const own = wallets.data?.data ?? [];
  const { wallet, isGone, choose } = usePayingWallet(own, fixed?.wallet);
  const bounds = useBounds(wallet?.currency);
  const edited = useLines(first, bounds, wallet?.currency);
  const { lines } = edited;
  const sending = { wallet, reference, schedule, onSent, onRefused: () => setAsking(false) };
  const { change: payout, send } = usePay(edited, sending);
  const rate = fees.data?.data.find(
    (one) => one.charged_on === 'payout' && one.currency === wallet?.currency && one.rail === null,
  );
  const fee = useMemo(() => feesOf(lines, rate), [lines, rate]);

  // Asks again when another wallet is chosen: the total is the same, but another wallet pays.
  if (isGone && asking && !payout.isPending) setAsking(false);
  if (wallets.data && !wallet) return <NoWallet />;
  const failed = [wallets, fees].find(failureOf);
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  // Without the fees, the total would be less than the amount that leaves the wallet.
  if (!wallet || !fees.data) return <Loading />;
  return (
    <>
      <Group align="flex-start" mb="md">
        <PayingWalletSelect
          label={t('payouts.wallet')}
          w={280}
          wallets={own}
          value={wallet.id}
          onChange={(id) => {
            if (own.find((one) => one.id === id)?.currency !== wallet.currency) edited.restoreAmounts();
            choose(id);
          }}
          isGone={isGone}
          error={faultOf(payout.error, 'wallet')}
        />
        <TextInput
          label={t('record.reference')}
          w={280}
          maxLength={64}
          readOnly={fixed !== undefined}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
          error={faultOf(payout.error, 'reference')}
        />
      </Group>
      <PreviewSummary
        edited={edited}
        wallet={wallet}
        isGone={isGone}
        fee={fee}
        error={payout.error}
        onPay={() => setAsking(true)}
        onOther={onOther}
        onColumns={onColumns}
        reference={reference}
        schedule={schedule}
      />
      <PreviewLines edited={edited} bounds={bounds} currency={wallet.currency} />
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(schedule ? 'payroll.schedule.saveTitle' : 'payroll.payTitle')}
        act={schedule ? t('payroll.schedule.save') : t('payroll.pay', { count: lines.length })}
        danger={false}
        pending={payout.isPending}
        error={null}
        onConfirm={send}
      >
        {schedule
          ? t('payroll.schedule.saveAsk', { count: lines.length })
          : t('payroll.payAsk', { count: lines.length, wallet: wallet.label ?? wallet.currency })}{' '}
        <Money amount={edited.total} currency={wallet.currency} />
        <WithFees fee={fee} currency={wallet.currency} />
      </Confirm>
    </>
  );
}

/** The amounts that one line may have; null until they are known. */
function useBounds(currency: string | undefined): Bounds | null {
  const limits = useRead('/currencies').data?.data.find(({ code }) => code === currency);
  return useMemo(() => limits && { min: limits.min_amount, max: limits.max_amount }, [limits]) ?? null;
}

type PayOptions = {
  wallet: Wallet | undefined;
  reference: string;
  schedule: Schedule | undefined;
  onSent: () => void;
  onRefused: () => void;
};

/** Pays the lines, or saves them as the recipients of a schedule. */
function usePay({ lines, sent, refused }: Lines, { wallet, reference, schedule, onSent, onRefused }: PayOptions) {
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const payout = useChange('POST', '/payouts', ['/payouts', '/wallets', '/wallets/{id}'], { once: true });
  const saved = useChange('PATCH', '/schedules/{id}', ['/schedules', '/schedules/{id}'], { once: true });
  const items = () => lines.map(itemOf);
  const send = async () => {
    if (!wallet) return;
    const own = reference.trim() ? { reference: reference.trim() } : {};
    try {
      if (schedule) await saved.run({ params: { id: schedule.id }, body: { items: items(), wallet: wallet.id } });
      const made = schedule
        ? null
        : await payout.run({ body: { currency: wallet.currency, wallet: wallet.id, ...own, items: items() } });
      sent();
      const next = made ? `/payouts/${made.id}` : `/schedules/${schedule!.id}`;
      await navigate({ to: worldPath(next), ignoreBlocker: true });
      // Someone who went back before the next page arrived is still here, and this file is already paid.
      onSent();
    } catch (error) {
      refused(error);
      onRefused();
    }
  };
  return { change: schedule ? saved : payout, send };
}

function NoWallet() {
  const { t } = useTexts();
  return (
    <Empty title={t('payroll.noWallet')} action={<Go to="/wallets">{t('wallets.open')}</Go>}>
      {t('payroll.noWalletAdvice')}
    </Empty>
  );
}
