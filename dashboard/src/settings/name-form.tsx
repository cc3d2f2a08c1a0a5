import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Integration } from '../../../contract/src/integrations.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

/** The merchant's people and owners can change the name. Others see it above the page. */
export function NameForm({ integration }: { integration: Integration }) {
  const { t } = useTexts();
  const [name, setName] = useState(integration.name);
  const [done, setDone] = useState(false);
  const change = useChange('PATCH', '/integrations/{id}', ['/integrations/{id}', '/integrations']);
  if (integration.role !== null && integration.role !== 'owner') return <Text>{integration.name}</Text>;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    const answer = await change.run({ params: { id: integration.id }, body: { name: name.trim() } }).catch(() => null);
    setDone(answer !== null);
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          aria-label={t('settings.name')}
          description={t('settings.nameAdvice')}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={faultOf(change.error, 'name')}
        />
        <FormError error={change.error} />
        {done && <Text role="status">{t('settings.saved')}</Text>}
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={name.trim() === integration.name}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('ui.save')}
        </Button>
      </Stack>
    </form>
  );
}
