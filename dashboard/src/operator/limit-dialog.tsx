import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Choice } from './choice.tsx';
import { ModeSelect } from './mode-select.tsx';

const names = ['single', 'day', 'month', 'balance'] as const;
type Name = (typeof names)[number];
const tiers = ['0', '1', '2'];

/**
 * Asks for all four limits, because the service takes them together. An empty field means no limit. The fields start
 * with the current values and are disabled until these arrive. Otherwise the values arrive while someone types.
 */
export function LimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const currencies = Object.keys(service.currencies);
  const [livemode, setLivemode] = useState(false);
  const [currency, setCurrency] = useState(currencies[0]!);
  const [tier, setTier] = useState('0');
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const limits = useRead('/operator/limits');
  const set = useChange('POST', '/operator/limits', ['/operator/approvals'], { once: true });
  const now = limits.data?.data.find(
    (limit) => limit.livemode === livemode && limit.currency === currency && limit.tier === Number(tier),
  );
  const textNow = (name: Name) => {
    const most = now?.[name] ?? null;
    return most === null ? '' : typedAmount(BigInt(most), currency);
  };
  /** Other limits are selected: the typed values were not meant for them. */
  const choose = (act: () => void) => {
    setTyped({});
    act();
  };
  const isWrong = (name: Name) => typed[name]?.trim() && parseMoney(typed[name], currency) === null;
  /** An untouched limit keeps its value, even one above the largest amount that can be typed. */
  const most = (name: Name) => {
    const text = typed[name]?.trim();
    if (text === undefined) return now?.[name] == null ? null : Number(now[name]);
    return text === '' ? null : Number(parseMoney(text, currency));
  };
  const request = (reason: string) => {
    const bounds = { single: most('single'), day: most('day'), month: most('month'), balance: most('balance') };
    return set.run({ body: { livemode, currency, tier: Number(tier), ...bounds, reason } });
  };
  return (
    <ApprovalDialog
      title={t('operator.setLimit')}
      onClose={onClose}
      change={{ isPending: set.isPending, error: set.error ?? limits.error }}
      disabled={!limits.data || names.some(isWrong)}
      request={request}
    >
      <ModeSelect livemode={livemode} onChange={(live) => choose(() => setLivemode(live))} />
      <Choice
        label={t('record.currency')}
        options={currencies}
        value={currency}
        onChange={(value) => choose(() => setCurrency(value))}
      />
      <Choice
        label={t('operator.tier')}
        options={tiers}
        value={tier}
        onChange={(value) => choose(() => setTier(value))}
      />
      {names.map((name) => (
        <TextInput
          key={name}
          label={t(`operator.limitOf.${name}`)}
          placeholder={t('operator.noLimit')}
          inputMode="decimal"
          disabled={!limits.data}
          value={typed[name] ?? textNow(name)}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
          error={isWrong(name) ? t('payments.amountWrong') : faultOf(set.error, name)}
        />
      ))}
    </ApprovalDialog>
  );
}
