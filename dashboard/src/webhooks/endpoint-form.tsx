import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { SecretOnce } from '../ui/secret.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { eventGroups, eventKinds } from '../world/event-kinds.ts';
import { changesOf, linesOf, readHeaders } from './own-headers.ts';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Adds an endpoint and shows its secret once, or changes one. */
export function EndpointForm({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  // The endpoint when the form opened, so that a concurrent change is not reverted.
  const [before] = useState(endpoint);
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [every, setEvery] = useState(endpoint ? endpoint.events.includes('*') : true);
  const [chosen, setChosen] = useState<string[]>(endpoint?.events.filter((kind) => kind !== '*') ?? []);
  const [headers, setHeaders] = useState(linesOf(endpoint?.headers ?? {}));
  const typedHeaders = readHeaders(headers);
  const [secret, setSecret] = useState<string>();
  const stale = ['/webhooks', '/webhooks/{id}'] as const;
  const create = useChange('POST', '/webhooks', stale);
  const update = useChange('PATCH', '/webhooks/{id}', stale);
  const { error, isPending } = endpoint ? update : create;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!typedHeaders) return;
    const body = { url: url.trim(), events: every ? ['*' as const] : (chosen as WebhookEndpoint['events']) };
    const words = description.trim();
    if (before) {
      const typed = { ...body, description: words === '' ? null : words };
      const changed = Object.entries(typed).filter(
        ([name, value]) => !isSame(before[name as keyof typeof typed], value),
      );
      const own = changesOf(before.headers ?? {}, typedHeaders);
      if (Object.keys(own).length > 0) changed.push(['headers', own as never]);
      if (changed.length === 0) return onClose();
      await update.run({ params: { id: before.id }, body: Object.fromEntries(changed) }).then(onClose, () => undefined);
    } else {
      const own = Object.keys(typedHeaders).length > 0 ? { headers: typedHeaders } : {};
      const made = await create
        .run({ body: { ...body, ...own, ...(words ? { description: words } : {}) } })
        .catch(() => null);
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
        <Stack>
          <SecretOnce secret={secret} advice={t('webhooks.secretAdvice')} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('ui.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t('webhooks.url')}
              placeholder="https://shop.example/webhooks"
              type="url"
              required
              withAsterisk={false}
              data-autofocus
              value={url}
              onChange={({ currentTarget }) => setUrl(currentTarget.value)}
              error={faultOf(error, 'url')}
            />
            <TextInput
              label={t('record.description')}
              maxLength={140}
              value={description}
              onChange={({ currentTarget }) => setDescription(currentTarget.value)}
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
              value={headers}
              onChange={({ currentTarget }) => setHeaders(currentTarget.value)}
              error={typedHeaders ? faultOf(error, 'headers') : t('webhooks.headersFault')}
            />
            <Switch
              label={t('webhooks.everyEvent')}
              checked={every}
              onChange={({ currentTarget }) => setEvery(currentTarget.checked)}
            />
            {!every && (
              <Checkbox.Group label={t('webhooks.events')} value={chosen} onChange={setChosen}>
                <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
                  {[...eventGroups, ...eventKinds].map((kind) => (
                    <Checkbox key={kind} value={kind} label={<code>{kind}</code>} />
                  ))}
                </SimpleGrid>
              </Checkbox.Group>
            )}
            <FormError error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={isPending}>
                {t('ui.back')}
              </Button>
              <Button type="submit" loading={isPending} disabled={!typedHeaders || (!every && chosen.length === 0)}>
                {endpoint ? t('ui.save') : t('webhooks.add')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
