import '@mantine/core/styles/Switch.css';
import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { SecretStep } from '../ui/secret.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { eventGroups, eventKinds } from '../world/event-kinds.ts';
import { changesOf, linesOf, readHeaders } from './own-headers.ts';

type Typed = { url: string; description: string; every: boolean; chosen: string[]; headers: string };

const typedOf = (endpoint: WebhookEndpoint | undefined): Typed => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  every: endpoint ? endpoint.events.includes('*') : true,
  chosen: endpoint?.events.filter((kind) => kind !== '*') ?? [],
  headers: linesOf(endpoint?.headers ?? {}),
});

/** Adds an endpoint and shows its secret once, or changes one. */
export function EndpointForm({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  // The endpoint when the form opened, so that a concurrent change is not reverted.
  const [before] = useState(endpoint);
  const [typed, setTyped] = useState(() => typedOf(endpoint));
  const headers = readHeaders(typed.headers);
  const [secret, setSecret] = useState<string>();
  const stale = ['/webhooks', '/webhooks/{id}'] as const;
  const create = useChange('POST', '/webhooks', stale);
  const update = useChange('PATCH', '/webhooks/{id}', stale);
  const { error, isPending } = endpoint ? update : create;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!headers) return;
    if (before) {
      const body = changesTo(before, typed, headers);
      if (Object.keys(body).length === 0) return onClose();
      await update.run({ params: { id: before.id }, body }).then(onClose, () => undefined);
    } else {
      const made = await create.run({ body: newEndpoint(typed, headers) }).catch(() => null);
      if (made) setSecret(made.secret);
    }
  };
  const title = endpoint ? t('webhooks.edit') : t('webhooks.add');
  return (
    <Modal
      opened
      onClose={unlessUnderWay(isPending, onClose)}
      title={title}
      size="lg"
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {secret ? (
        <SecretStep secret={secret} advice={t('webhooks.secretAdvice')} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Fields
              typed={typed}
              onType={(part) => setTyped((now) => ({ ...now, ...part }))}
              error={error}
              headersError={headers ? undefined : t('webhooks.headersFault')}
            />
            <FormError error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={isPending}>
                {t('ui.back')}
              </Button>
              <Button
                type="submit"
                loading={isPending}
                disabled={!headers || (!typed.every && typed.chosen.length === 0)}
              >
                {endpoint ? t('ui.save') : t('webhooks.add')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

const eventsOf = ({ every, chosen }: Typed) => (every ? ['*' as const] : (chosen as WebhookEndpoint['events']));

function newEndpoint(typed: Typed, headers: Record<string, string>) {
  const description = typed.description.trim();
  return {
    url: typed.url.trim(),
    events: eventsOf(typed),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(description ? { description } : {}),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Only the fields that differ from the endpoint. */
function changesTo(before: WebhookEndpoint, typed: Typed, headers: Record<string, string>) {
  const after = { url: typed.url.trim(), events: eventsOf(typed), description: typed.description.trim() || null };
  const changed = Object.entries(after).filter(([name, value]) => !isSame(before[name as keyof typeof after], value));
  const own = changesOf(before.headers ?? {}, headers);
  if (Object.keys(own).length > 0) changed.push(['headers', own as never]);
  return Object.fromEntries(changed);
}

type FieldsProps = {
  typed: Typed;
  onType: (part: Partial<Typed>) => void;
  error: unknown;
  headersError: string | undefined;
};

function Fields({ typed, onType, error, headersError }: FieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <TextInput
        label={t('webhooks.url')}
        placeholder="https://shop.example/webhooks"
        type="url"
        required
        withAsterisk={false}
        data-autofocus
        value={typed.url}
        onChange={({ currentTarget }) => onType({ url: currentTarget.value })}
        error={faultOf(error, 'url')}
      />
      <TextInput
        label={t('record.description')}
        maxLength={140}
        value={typed.description}
        onChange={({ currentTarget }) => onType({ description: currentTarget.value })}
        error={faultOf(error, 'description')}
      />
      <Textarea
        label={t('webhooks.headers')}
        description={t('webhooks.headersAdvice')}
        placeholder="X-Gateway-Key: …"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        value={typed.headers}
        onChange={({ currentTarget }) => onType({ headers: currentTarget.value })}
        error={headersError ?? faultOf(error, 'headers')}
      />
      <Switch
        label={t('webhooks.everyEvent')}
        checked={typed.every}
        onChange={({ currentTarget }) => onType({ every: currentTarget.checked })}
      />
      {!typed.every && (
        <Checkbox.Group label={t('webhooks.events')} value={typed.chosen} onChange={(chosen) => onType({ chosen })}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
            {[...eventGroups, ...eventKinds].map((kind) => (
              <Checkbox key={kind} value={kind} label={<code>{kind}</code>} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  );
}
