import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConfiguredRail } from '../../../contract/src/rail-settings.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { OperatorDialog } from './operator-dialog.tsx';
import { type RailLimit, railLimits, readLimit } from './rail-limits.ts';

const wrong = { list: undefined, money: 'payments.amountWrong', count: 'operator.numberWrong' } as const;

/** Sends only the fields that were typed in, so another operator's change of the others stays. */
export function RailLimitsDialog({ rail, onClose }: { rail: ConfiguredRail; onClose: () => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<Partial<Record<RailLimit['name'], string>>>({});
  const set = useChange('PATCH', '/operator/rail_settings/{slug}', [
    '/operator/rail_settings',
    '/operator/rail_settings/{slug}',
    '/operator/floats',
  ]);
  const changes = railLimits
    .filter(({ name }) => typed[name] !== undefined)
    .map((limit) => [limit.name, readLimit(limit, typed[limit.name]!, rail.currency)] as const);
  const isWrong = (name: RailLimit['name']) => changes.some(([one, value]) => one === name && value === undefined);
  const propsOf = ({ name, label, kind, advice, none }: RailLimit) => ({
    label: t(label),
    description: advice && t(advice),
    required: name === 'priority',
    placeholder: none && t(none),
    value: typed[name] ?? textOf(rail, name, kind),
    error: isWrong(name) && wrong[kind] ? t(wrong[kind]) : faultOf(set.error, name),
  });
  return (
    <OperatorDialog
      title={t('operator.changeLimits')}
      act={t('operator.changeLimits')}
      onClose={onClose}
      change={set}
      disabled={changes.length === 0 || changes.some(([, value]) => value === undefined)}
      submit={() => set.run({ params: { slug: rail.slug }, body: Object.fromEntries(changes) })}
    >
      {railLimits.map((limit) => {
        const type = (text: string) => setTyped((before) => ({ ...before, [limit.name]: text }));
        return limit.kind === 'money' ? (
          <AmountField key={limit.name} currency={rail.currency} onType={type} {...propsOf(limit)} />
        ) : (
          <TextInput
            key={limit.name}
            inputMode={limit.kind === 'count' ? 'numeric' : 'text'}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            {...propsOf(limit)}
          />
        );
      })}
    </OperatorDialog>
  );
}

function textOf(rail: ConfiguredRail, name: RailLimit['name'], kind: RailLimit['kind']): string {
  const value = rail[name];
  if (value === null) return '';
  if (typeof value === 'object') return value.join(', ');
  return kind === 'money' ? typedAmount(BigInt(value), rail.currency) : String(value);
}
