import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Choice } from './choice.tsx';
import { ModeSelect } from './mode-select.tsx';
import { PickParty } from './pick-party.tsx';

const charges = ['payment', 'payout'] as const;

type Typed = { points?: number | string; fixed?: string };

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
  const [chargedOn, setChargedOn] = useState<(typeof charges)[number]>('payment');
  const [typed, setTyped] = useState<Typed>({});
  const fees = useRead('/operator/fees', { query: { merchant }, enabled: merchant !== '' });
  const set = useChange('POST', '/operator/fees', ['/operator/approvals'], { once: true });
  const now = fees.data?.data.find(
    (fee) => fee.livemode === livemode && fee.currency === currency && fee.charged_on === chargedOn,
  );
  const points = typed.points ?? now?.basis_points ?? 0;
  const text = typed.fixed ?? typedAmount(now?.fixed ?? 0n, currency);
  const fixed = parseMoney(text, currency);
  /** Another fee is selected: the typed values were not meant for it. */
  const choose = (act: () => void) => {
    setTyped({});
    act();
  };
  const body = {
    merchant,
    livemode,
    currency,
    charged_on: chargedOn,
    basis_points: Number(points),
    fixed: Number(fixed),
  };
  return (
    <ApprovalDialog
      title={t('operator.setFee')}
      onClose={onClose}
      change={{ isPending: set.isPending, error: set.error ?? fees.error }}
      disabled={fixed === null || !fees.data}
      request={(reason) => set.run({ body: { ...body, reason } })}
    >
      <PickParty
        label={t('operator.desk.merchant')}
        kinds={['merchant']}
        required
        value={merchant}
        onChange={(id) => choose(() => setMerchant(id))}
        error={faultOf(set.error, 'merchant')}
      />
      <ModeSelect livemode={livemode} onChange={(live) => choose(() => setLivemode(live))} />
      <Choice
        label={t('record.currency')}
        options={currencies}
        value={currency}
        onChange={(value) => choose(() => setCurrency(value))}
      />
      <Choice
        label={t('operator.chargedOn')}
        options={charges}
        nameOf={(value) => t(`operator.chargedOf.${value}`)}
        value={chargedOn}
        onChange={(value) => choose(() => setChargedOn(value))}
      />
      <FeeFields
        currency={currency}
        value={{ points, fixed: text }}
        onType={(part) => setTyped((before) => ({ ...before, ...part }))}
        disabled={!fees.data}
        error={set.error}
      />
    </ApprovalDialog>
  );
}

type FeeFieldsProps = {
  currency: string;
  value: Required<Typed>;
  onType: (part: Typed) => void;
  disabled: boolean;
  error: unknown;
};

function FeeFields({ currency, value: { points, fixed }, onType, disabled, error }: FeeFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <NumberInput
        label={t('operator.basisPoints')}
        description={t('operator.basisPointsAdvice')}
        min={0}
        allowDecimal={false}
        disabled={disabled}
        hideControls
        value={points}
        onChange={(value) => onType({ points: value })}
        error={faultOf(error, 'basis_points')}
      />
      <AmountField
        label={t('operator.fixed')}
        currency={currency}
        disabled={disabled}
        value={fixed}
        onType={(value) => onType({ fixed: value })}
        error={parseMoney(fixed, currency) === null ? t('payments.amountWrong') : faultOf(error, 'fixed')}
      />
    </>
  );
}
