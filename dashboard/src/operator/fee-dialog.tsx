import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { FormDialog } from './form-dialog.tsx';
import { ModeSelect } from './mode-select.tsx';

type ChargedOn = 'payment' | 'payout';

export function FeeDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTexts();
  const currencies = Object.keys(service.currencies);
  const [merchant, setMerchant] = useState(of);
  const [livemode, setLivemode] = useState(false);
  const [currency, setCurrency] = useState(currencies[0]!);
  const [chargedOn, setChargedOn] = useState<ChargedOn>('payment');
  const [points, setPoints] = useState<number | string>(0);
  const [text, setText] = useState('0');
  const set = useChange('POST', '/operator/fees', ['/operator/fees']);
  const fixed = parseMoney(text, currency);
  return (
    <FormDialog
      title={t('operator.setFee')}
      act={t('ui.save')}
      onClose={onClose}
      change={set}
      disabled={fixed === null || merchant.trim() === ''}
      submit={() =>
        set.run({
          body: {
            merchant: merchant.trim(),
            livemode,
            currency,
            charged_on: chargedOn,
            basis_points: Number(points),
            fixed: Number(fixed),
          },
        })
      }
    >
      <TextInput
        label={t('operator.merchantId')}
        required
        placeholder="mer_…"
        value={merchant}
        onChange={({ currentTarget }) => setMerchant(currentTarget.value)}
        error={faultOf(set.error, 'merchant')}
      />
      <ModeSelect livemode={livemode} onChange={setLivemode} />
      <Select
        label={t('record.currency')}
        data={currencies}
        allowDeselect={false}
        value={currency}
        onChange={(value) => value && setCurrency(value)}
      />
      <Select
        label={t('operator.chargedOn')}
        data={(['payment', 'payout'] as const).map((value) => ({ value, label: t(`operator.chargedOf.${value}`) }))}
        allowDeselect={false}
        value={chargedOn}
        onChange={(value) => value && setChargedOn(value as ChargedOn)}
      />
      <NumberInput
        label={t('operator.basisPoints')}
        description={t('operator.basisPointsAdvice')}
        min={0}
        max={10_000}
        allowDecimal={false}
        hideControls
        value={points}
        onChange={setPoints}
        error={faultOf(set.error, 'basis_points')}
      />
      <TextInput
        label={t('operator.fixed')}
        inputMode="decimal"
        rightSection={currency}
        rightSectionWidth={54}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={fixed === null ? t('payments.amountWrong') : faultOf(set.error, 'fixed')}
      />
    </FormDialog>
  );
}
