import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Scope } from '../../../contract/src/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { SecretStep } from '../ui/secret.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { useWorld } from '../world/world.tsx';

const scopes = Object.keys({
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
} satisfies Record<Scope, 1>) as Scope[];

const isWebhooks = (scope: string) => scope.startsWith('webhooks:');

/** The dialog shows the new key once. After it closes, the key cannot be shown again. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const world = useWorld()!;
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<string[]>(scopes.filter(isWebhooks));
  const [secret, setSecret] = useState<string | null>(null);
  const create = useChange('POST', '/integrations/{id}/keys', ['/integrations/{id}/keys']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      scopes: chosen as Scope[],
      webhooks: chosen.some(isWebhooks),
      livemode: world.mode === 'live',
      ...(label.trim() ? { label: label.trim() } : {}),
    };
    const key = await create.run({ params: { id: world.integration }, body }).catch(() => null);
    if (key) setSecret(key.key ?? null);
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(create.isPending, onClose)}
      title={t('keys.create')}
      size="lg"
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {secret ? (
        <SecretStep secret={secret} advice={t('keys.secretAdvice')} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t('keys.label')}
              description={t('keys.labelAdvice')}
              data-autofocus
              maxLength={100}
              value={label}
              onChange={({ currentTarget }) => setLabel(currentTarget.value)}
              error={faultOf(create.error, 'label')}
            />
            <ScopeChoice chosen={chosen} onChange={setChosen} />
            <FormError error={create.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={create.isPending}>
                {t('ui.back')}
              </Button>
              <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
                {t('keys.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function ScopeChoice({ chosen, onChange }: { chosen: string[]; onChange: (scopes: string[]) => void }) {
  const { t } = useTexts();
  return (
    <Checkbox.Group label={t('keys.scopes')} description={t('keys.scopesAdvice')} value={chosen} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
        {scopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={<code>{scope}</code>} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
