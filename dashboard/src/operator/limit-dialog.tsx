import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { FormDialog } from './form-dialog.tsx';
import { ModeSelect } from './mode-select.tsx';

const names = ['single', 'day', 'month', 'balance'] as const;
type Name = (typeof names)[number];

/** Sets all four at once, as the service takes them: an empty field is no limit. */
export function LimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const currencies = Object.keys(service.currencies);
  const [livemode, setLivemode] = useState(false);
  const [currency, setCurrency] = useState(currencies[0]!);
  const [tier, setTier] = useState('0');
  const [texts, setTexts] = useState<Record<Name, string>>({ single: '', day: '', month: '', balance: '' });
  const set = useChange('POST', '/operator/limits', ['/operator/limits']);
  const isWrong = (name: Name) => texts[name].trim() !== '' && parseMoney(texts[name], currency) === null;
  const most = (name: Name) => (texts[name].trim() === '' ? null : Number(parseMoney(texts[name], currency)));
  return (
    <FormDialog
      title={t('operator.setLimit')}
      act={t('ui.save')}
      onClose={onClose}
      change={set}
      disabled={names.some(isWrong)}
      submit={() =>
        set.run({
          body: {
            livemode,
            currency,
            tier: Number(tier),
            single: most('single'),
            day: most('day'),
            month: most('month'),
            balance: most('balance'),
          },
        })
      }
    >
      <ModeSelect livemode={livemode} onChange={setLivemode} />
      <Select
        label={t('record.currency')}
        data={currencies}
        allowDeselect={false}
        value={currency}
        onChange={(value) => value && setCurrency(value)}
      />
      <Select
        label={t('operator.tier')}
        data={['0', '1', '2']}
        allowDeselect={false}
        value={tier}
        onChange={(value) => value && setTier(value)}
      />
      {names.map((name) => (
        <TextInput
          key={name}
          label={t(`operator.limitOf.${name}`)}
          placeholder={t('operator.noLimit')}
          inputMode="decimal"
          value={texts[name]}
          onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [name]: value }))}
          error={isWrong(name) ? t('payments.amountWrong') : faultOf(set.error, name)}
        />
      ))}
    </FormDialog>
  );
}
