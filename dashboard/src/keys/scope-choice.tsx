import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { Scope } from '../../../contract/src/route.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Every right, with the name of its text: a colon separates namespaces in i18next. */
const nameOf = {
  'payments:read': 'payments_read',
  'payments:write': 'payments_write',
  'wallets:read': 'wallets_read',
  'wallets:write': 'wallets_write',
  'payouts:read': 'payouts_read',
  'payouts:write': 'payouts_write',
  'webhooks:read': 'webhooks_read',
  'webhooks:write': 'webhooks_write',
  'events:read': 'events_read',
  'rails:read': 'rails_read',
  'checkout:read': 'checkout_read',
  'checkout:write': 'checkout_write',
} as const satisfies Record<Scope, string>;
export const allScopes = Object.keys(nameOf) as Scope[];
export const isWebhooks = (scope: Scope) => scope.startsWith('webhooks:');

const presets = {
  everything: allScopes,
  take: allScopes.filter((scope) => /^(payments|checkout|webhooks|events|rails):/.test(scope)),
  read: allScopes.filter((scope) => scope.endsWith(':read')),
  payOut: allScopes.filter((scope) => /^(payouts|webhooks|events):/.test(scope) || scope === 'wallets:read'),
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
          {allScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`scopes.may.${nameOf[scope]}`)}
              description={<code>{scope}</code>}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}
