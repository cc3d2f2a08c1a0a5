import { Button, Code, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Integration } from '../../../contract/src/integrations.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

/** Origins of web applications, one per line. Viewers and developers can only read them. */
export function OriginsForm({ integration }: { integration: Integration }) {
  const { t } = useTexts();
  const [text, setText] = useState(integration.origins.join('\n'));
  const [done, setDone] = useState(false);
  const change = useChange('PATCH', '/integrations/{id}', ['/integrations/{id}', '/integrations']);
  if (integration.role !== null && integration.role !== 'owner')
    return integration.origins.length > 0 ? <Code block>{integration.origins.join('\n')}</Code> : <Text>–</Text>;
  const origins = text.split(/\s+/).filter((one) => one !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    const answer = await change.run({ params: { id: integration.id }, body: { origins } }).catch(() => null);
    setDone(answer !== null);
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <Textarea
          aria-label={t('settings.origins')}
          description={t('settings.originsAdvice')}
          placeholder="https://app.example"
          autosize
          minRows={2}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <FormError error={change.error} />
        {done && <Text role="status">{t('settings.saved')}</Text>}
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={origins.join() === integration.origins.join()}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('ui.save')}
        </Button>
      </Stack>
    </form>
  );
}
