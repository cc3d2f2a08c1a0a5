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

/** The fee that is set: one for each merchant, mode, currency, kind of charge and rail. */
type Which = {
  readonly merchant: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly chargedOn: (typeof charges)[number];
  readonly rail: string;
};

/**
 * Asks for all parts of a fee, because the service takes them together. The fields start with the current values and
 * are disabled until these arrive. Otherwise the values arrive while someone types: 275 behind a 100 became 100 %.
 */
export function FeeDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTexts();
  const first = { merchant: of, livemode: false, currency: Object.keys(service.currencies)[0]!, rail: ALL };
  const [which, setWhich] = useState<Which>({ ...first, chargedOn: 'payment' });
  const { merchant, livemode, currency, chargedOn: charged_on, rail } = which;
  const [typed, setTyped] = useState<readonly TypedTier[] | null>(null);
  const [typedTax, setTypedTax] = useState<number | string | null>(null);
  const [typedReturned, setTypedReturned] = useState<boolean | null>(null);
  const [ends, setEnds] = useState(false);
  const fees = useRead('/operator/fees', { query: { merchant }, enabled: merchant !== '' });
  const set = useChange('POST', '/operator/fees', ['/operator/approvals'], { once: true });
  const now = fees.data?.data.find(
    (fee) =>
      fee.livemode === livemode &&
      fee.currency === currency &&
      fee.charged_on === charged_on &&
      (fee.rail ?? ALL) === rail,
  );
  const tiers = useMemo(() => typed ?? typedTiers(now?.tiers, currency), [typed, now?.tiers, currency]);
  const tax = typedTax ?? now?.tax_basis_points ?? 0;
  const wanted = toRequest(tiers, currency);
  const ownFee = rail !== ALL && now !== undefined;
  const isEnd = ends && ownFee;
  /** Another fee is selected: the typed values were not meant for it. */
  const choose = (change: Partial<Which>) => {
    setTyped(null);
    setTypedTax(null);
    setTypedReturned(null);
    setEnds(false);
    setWhich({ ...which, ...change });
  };
  const returned = charged_on === 'payment' && (typedReturned ?? now?.fee_on_refund === 'returned');
  const values = {
    ...wanted,
    ...(Number(tax) === 0 ? {} : { tax_basis_points: Number(tax) }),
    ...(returned ? { fee_on_refund: 'returned' as const } : {}),
  };
  const named = { merchant, livemode, currency, charged_on, ...(rail === ALL ? {} : { rail }) };
  const body = { ...named, ...(isEnd ? { remove: true as const } : values) };
  return (
    <ApprovalDialog
      title={t('operator.setFee')}
      onClose={onClose}
      change={{ isPending: set.isPending, error: set.error ?? fees.error }}
      disabled={(wanted === null && !isEnd) || !fees.data}
      request={(reason) => set.run({ body: { ...body, reason } })}
    >
      <WhichFields which={which} onChoose={choose} error={faultOf(set.error, 'merchant')} />
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
          <TaxField
            tax={tax}
            onType={setTypedTax}
            disabled={!fees.data}
            error={faultOf(set.error, 'tax_basis_points')}
          />
          {charged_on === 'payment' && (
            <Checkbox
              label={t('operator.feeReturns')}
              checked={returned}
              disabled={!fees.data}
              onChange={({ currentTarget }) => setTypedReturned(currentTarget.checked)}
            />
          )}
        </>
      )}
    </ApprovalDialog>
  );
}

type WhichProps = {
  readonly which: Which;
  readonly onChoose: (change: Partial<Which>) => void;
  readonly error: string | undefined;
};

function WhichFields({ which, onChoose, error }: WhichProps) {
  const { t } = useTexts();
  const rails = useRails(which.livemode);
  return (
    <>
      <PickParty
        label={t('operator.desk.merchant')}
        kinds={['merchant']}
        required
        value={which.merchant}
        onChange={(merchant) => onChoose({ merchant })}
        error={error}
      />
      <ModeSelect livemode={which.livemode} onChange={(livemode) => onChoose({ livemode, rail: ALL })} />
      <Choice
        label={t('record.currency')}
        options={Object.keys(service.currencies)}
        value={which.currency}
        onChange={(currency) => onChoose({ currency })}
      />
      <Choice
        label={t('operator.chargedOn')}
        options={charges}
        nameOf={(value) => t(`operator.chargedOf.${value}`)}
        value={which.chargedOn}
        onChange={(chargedOn) => onChoose({ chargedOn })}
      />
      <Choice
        label={t('payments.rail')}
        options={rails}
        nameOf={(slug) => (slug === ALL ? t('operator.allRails') : slug)}
        value={which.rail}
        onChange={(rail) => onChoose({ rail })}
      />
    </>
  );
}

type TaxProps = {
  readonly tax: number | string;
  readonly onType: (tax: number | string) => void;
  readonly disabled: boolean;
  readonly error: string | undefined;
};

function TaxField({ tax, onType, disabled, error }: TaxProps) {
  const { t } = useTexts();
  return (
    <NumberInput
      label={t('operator.taxRate')}
      description={t('operator.taxRateAdvice')}
      min={0}
      allowDecimal={false}
      disabled={disabled}
      hideControls
      value={tax}
      onChange={onType}
      error={error}
    />
  );
}

/** The rails that a fee may be for. */
function useRails(livemode: boolean): readonly string[] {
  const settings = useRead('/operator/rail_settings');
  const own = (settings.data?.data ?? []).filter((one) => one.livemode === livemode).map(({ slug }) => slug);
  return [ALL, ...(livemode ? [] : ['sandbox']), 'wallet', ...own];
}
