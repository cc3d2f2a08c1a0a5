import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { FormDialog } from './form-dialog.tsx';
import { ModeSelect } from './mode-select.tsx';

type ChargedOn = 'payment' | 'payout';

/**
 * Asks for both parts, because the service takes them together. The fields start with the current values and are
 * disabled until these arrive. Otherwise the values arrive while someone types: 275 behind a 100 became 100 %.
 */
export function FeeDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTexts();
  const currencies = Object.keys(service.currencies);
  const [merchant, setMerchant] = useState(of);
  const [livemode, setLivemode] = useState(false);
  const [currency, setCurrency] = useState(currencies[0]!);
  const [chargedOn, setChargedOn] = useState<ChargedOn>('payment');
  const [typed, setTyped] = useState<{ points?: number | string; fixed?: string }>({});
  const isWhole = /^mer_[0-9a-hjkmnp-tv-z]{26}$/.test(merchant.trim());
  const fees = useRead('/operator/fees', { query: { merchant: merchant.trim() }, enabled: isWhole });
  const set = useChange('POST', '/operator/fees', ['/operator/approvals'], { once: true });
  const [reason, setReason] = useState('');
  const navigate = useNavigate();
  const now = fees.data?.data.find(
    (fee) => fee.livemode === livemode && fee.currency === currency && fee.charged_on === chargedOn,
  );
  const points = typed.points ?? now?.basis_points ?? 0;
  const text = typed.fixed ?? typedAmount(now?.fixed ?? 0n, currency);
  /** Another fee is selected: the typed values were not meant for it. */
  const choose = (act: () => void) => {
    setTyped({});
    act();
  };
  const fixed = parseMoney(text, currency);
  return (
    <FormDialog
      title={t('operator.setFee')}
      act={t('operator.ask')}
      onClose={onClose}
      change={{ isPending: set.isPending, error: set.error ?? fees.error }}
      disabled={fixed === null || !fees.data || reason.trim() === ''}
      submit={async () => {
        const { id } = await set.run({
          body: {
            merchant: merchant.trim(),
            livemode,
            currency,
            charged_on: chargedOn,
            basis_points: Number(points),
            fixed: Number(fixed),
            reason,
          },
        });
        await navigate({ to: `/operator/approvals/${id}` });
      }}
    >
      <TextInput
        label={t('operator.merchantId')}
        required
        placeholder="mer_…"
        value={merchant}
        onChange={({ currentTarget }) => choose(() => setMerchant(currentTarget.value))}
        error={faultOf(set.error, 'merchant')}
      />
      <ModeSelect livemode={livemode} onChange={(live) => choose(() => setLivemode(live))} />
      <Select
        label={t('record.currency')}
        data={currencies}
        allowDeselect={false}
        value={currency}
        onChange={(value) => value && choose(() => setCurrency(value))}
      />
      <Select
        label={t('operator.chargedOn')}
        data={(['payment', 'payout'] as const).map((value) => ({ value, label: t(`operator.chargedOf.${value}`) }))}
        allowDeselect={false}
        value={chargedOn}
        onChange={(value) => value && choose(() => setChargedOn(value as ChargedOn))}
      />
      <NumberInput
        label={t('operator.basisPoints')}
        description={t('operator.basisPointsAdvice')}
        min={0}
        allowDecimal={false}
        disabled={!fees.data}
        hideControls
        value={points}
        onChange={(value) => setTyped((before) => ({ ...before, points: value }))}
        error={faultOf(set.error, 'basis_points')}
      />
      <TextInput
        label={t('operator.fixed')}
        inputMode="decimal"
        rightSection={currency}
        rightSectionWidth={54}
        disabled={!fees.data}
        value={text}
        onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, fixed: value }))}
        error={fixed === null ? t('payments.amountWrong') : faultOf(set.error, 'fixed')}
      />
      <TextInput
        label={t('operator.reason')}
        required
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(set.error, 'reason')}
      />
      <Text c="dimmed" size="sm">
        {t('operator.twoPeople')}
      </Text>
    </FormDialog>
  );
}
