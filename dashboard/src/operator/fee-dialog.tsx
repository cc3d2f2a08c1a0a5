import { Checkbox, NumberInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Choice } from './choice.tsx';
import { ModeSelect } from './mode-select.tsx';
import { PickParty } from './pick-party.tsx';
import { TierFields } from './tier-fields.tsx';
import { type TypedTier, toRequest, typedTiers } from './typed-tiers.ts';

const charges = ['payment', 'payout'] as const;

/** The choice that is no rail: all rails without a fee of their own. */
const ALL = '';

/**
 * Asks for all parts of a fee, because the service takes them together. The fields start with the current values and
 * are disabled until these arrive. Otherwise the values arrive while someone types: 275 behind a 100 became 100 %.
 */
export function FeeDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTexts();
  const currencies = Object.keys(service.currencies);
  const [merchant, setMerchant] = useState(of);
  const [livemode, setLivemode] = useState(false);
  const [currency, setCurrency] = useState(currencies[0]!);
  const [chargedOn, setChargedOn] = useState<(typeof charges)[number]>('payment');
  const [rail, setRail] = useState(ALL);
  const [typed, setTyped] = useState<readonly TypedTier[] | null>(null);
  const [typedTax, setTypedTax] = useState<number | string | null>(null);
  const [ends, setEnds] = useState(false);
  const fees = useRead('/operator/fees', { query: { merchant }, enabled: merchant !== '' });
  const set = useChange('POST', '/operator/fees', ['/operator/approvals'], { once: true });
  const rails = useRails(livemode);
  const now = fees.data?.data.find(
    (fee) =>
      fee.livemode === livemode &&
      fee.currency === currency &&
      fee.charged_on === chargedOn &&
      (fee.rail ?? ALL) === rail,
  );
  const tiers = useMemo(() => typed ?? typedTiers(now?.tiers, currency), [typed, now?.tiers, currency]);
  const tax = typedTax ?? now?.tax_basis_points ?? 0;
  const wanted = toRequest(tiers, currency);
  const ownFee = rail !== ALL && now !== undefined;
  const isEnd = ends && ownFee;
  /** Another fee is selected: the typed values were not meant for it. */
  const choose = (act: () => unknown) => {
    setTyped(null);
    setTypedTax(null);
    setEnds(false);
    act();
  };
  const body = {
    merchant,
    livemode,
    currency,
    charged_on: chargedOn,
    ...(rail === ALL ? {} : { rail }),
    ...(isEnd
      ? { remove: true as const }
      : { ...wanted, ...(Number(tax) === 0 ? {} : { tax_basis_points: Number(tax) }) }),
  };
  return (
    <ApprovalDialog
      title={t('operator.setFee')}
      onClose={onClose}
      change={{ isPending: set.isPending, error: set.error ?? fees.error }}
      disabled={(wanted === null && !isEnd) || !fees.data}
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
      <ModeSelect livemode={livemode} onChange={(live) => choose(() => [setLivemode(live), setRail(ALL)])} />
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
      <Choice
        label={t('payments.rail')}
        options={rails}
        nameOf={(slug) => (slug === ALL ? t('operator.allRails') : slug)}
        value={rail}
        onChange={(value) => choose(() => setRail(value))}
      />
      {ownFee && (
        <Checkbox
          label={t('operator.useAllRails')}
          description={t('operator.useAllRailsAdvice')}
          checked={ends}
          onChange={({ currentTarget }) => setEnds(currentTarget.checked)}
        />
      )}
      {!isEnd && (
        <>
          <TierFields currency={currency} tiers={tiers} onType={setTyped} disabled={!fees.data} error={set.error} />
          <NumberInput
            label={t('operator.taxRate')}
            description={t('operator.taxRateAdvice')}
            min={0}
            allowDecimal={false}
            disabled={!fees.data}
            hideControls
            value={tax}
            onChange={setTypedTax}
            error={faultOf(set.error, 'tax_basis_points')}
          />
        </>
      )}
    </ApprovalDialog>
  );
}

/** The rails that a fee may be for. */
function useRails(livemode: boolean): readonly string[] {
  const settings = useRead('/operator/rail_settings');
  const own = (settings.data?.data ?? []).filter((one) => one.livemode === livemode).map(({ slug }) => slug);
  return [ALL, ...(livemode ? [] : ['sandbox']), 'wallet', ...own];
}
