import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Scope } from '../../../contract/src/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { SecretStep } from '../ui/secret.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { useWorld } from '../world/world.tsx';
import { isWebhooks, ScopeChoice, scopes } from './scope-choice.tsx';

/** A test key starts with every right, a live key with few. The new key is shown once: after it closes, never again. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const world = useWorld()!;
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<Scope[]>(world.mode === 'test' ? scopes : scopes.filter(isWebhooks));
  const [secret, setSecret] = useState<string | null>(null);
  const create = useChange('POST', '/integrations/{id}/keys', ['/integrations/{id}/keys']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      scopes: chosen,
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
