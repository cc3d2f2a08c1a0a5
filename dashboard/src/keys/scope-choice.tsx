import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { Scope } from '../../../contract/src/route.ts';
import { useTexts } from '../texts/use-texts.ts';

/** `satisfies` makes the compiler report a right that the contract adds. */
export const scopes = Object.keys({
  'payments:read': 1,
  'payments:write': 1,
  'wallets:read': 1,
  'wallets:write': 1,
  'payouts:read': 1,
  'payouts:write': 1,
  'webhooks:read': 1,
  'webhooks:write': 1,
  'events:read': 1,
  'rails:read': 1,
  'checkout:read': 1,
  'checkout:write': 1,
  'holds:read': 1,
  'holds:write': 1,
  'schedules:read': 1,
  'schedules:write': 1,
} satisfies Record<Scope, 1>) as Scope[];
export const isWebhooks = (scope: Scope) => scope.startsWith('webhooks:');

const presets = {
  everything: scopes,
  take: scopes.filter((scope) => /^(payments|checkout|webhooks|events|rails):/.test(scope)),
  read: scopes.filter((scope) => scope.endsWith(':read')),
  payOut: scopes.filter((scope) => /^(payouts|webhooks|events):/.test(scope) || scope === 'wallets:read'),
} as const satisfies Record<string, readonly Scope[]>;
type Preset = keyof typeof presets;

type ScopeChoiceProps = { chosen: readonly Scope[]; onChange: (scopes: Scope[]) => void };

/** The rights of a new key: a preset to start from, then each right as a sentence. */
export function ScopeChoice({ chosen, onChange }: ScopeChoiceProps) {
  const { t } = useTexts();
  const isChosen = (preset: Preset) =>
    presets[preset].length === chosen.length && presets[preset].every((scope) => chosen.includes(scope));
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label={t('scopes.preset.label')}>
        {(Object.keys(presets) as Preset[]).map((preset) => (
          <Button
            key={preset}
            size="sm"
            variant={isChosen(preset) ? 'filled' : 'default'}
            aria-pressed={isChosen(preset)}
            onClick={() => onChange([...presets[preset]])}
          >
            {t(`scopes.preset.${preset}`)}
          </Button>
        ))}
      </Group>
      <Checkbox.Group
        label={t('keys.scopes')}
        description={t('keys.scopesAdvice')}
        value={[...chosen]}
        onChange={(next) => onChange(next as Scope[])}
      >
        <Stack mt="xs" gap="sm">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scopes.may.${scope}`)} description={<code>{scope}</code>} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}
