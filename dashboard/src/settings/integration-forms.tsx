import { Button, Code, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Integration } from '../../../contract/src/integrations.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

type FormProps = { integration: Integration };

const useUpdate = () => useChange('PATCH', '/integrations/{id}', ['/integrations/{id}', '/integrations']);
/** The merchant's own people and owners. */
const mayEdit = ({ role }: Integration) => role === null || role === 'owner';

export function NameForm({ integration }: FormProps) {
  const { t } = useTexts();
  const [text, setText] = useState(integration.name);
  const update = useUpdate();
  const name = text.trim();
  if (!mayEdit(integration)) return <Text>{integration.name}</Text>;
  return (
    <SaveForm
      update={update}
      isChanged={name !== integration.name}
      save={() => update.run({ params: { id: integration.id }, body: { name } })}
    >
      <TextInput
        aria-label={t('settings.name')}
        description={t('settings.nameAdvice')}
        required
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={faultOf(update.error, 'name')}
      />
    </SaveForm>
  );
}

/** Origins of web applications, one per line. */
export function OriginsForm({ integration }: FormProps) {
  const { t } = useTexts();
  const [text, setText] = useState(integration.origins.join('\n'));
  const update = useUpdate();
  const origins = text.split(/\s+/).filter((one) => one !== '');
  if (!mayEdit(integration))
    return integration.origins.length > 0 ? <Code block>{integration.origins.join('\n')}</Code> : <Text>–</Text>;
  return (
    <SaveForm
      update={update}
      isChanged={origins.join() !== integration.origins.join()}
      save={() => update.run({ params: { id: integration.id }, body: { origins } })}
    >
      <Textarea
        aria-label={t('settings.origins')}
        description={t('settings.originsAdvice')}
        placeholder="https://app.example"
        autosize
        minRows={2}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </SaveForm>
  );
}

type SaveFormProps = {
  update: { readonly isPending: boolean; readonly error: unknown };
  isChanged: boolean;
  save: () => Promise<unknown>;
  children: ReactNode;
};

function SaveForm({ update, isChanged, save, children }: SaveFormProps) {
  const { t } = useTexts();
  const [done, setDone] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    save().then(
      () => setDone(true),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        {children}
        <FormError error={update.error} />
        {done && <Text role="status">{t('settings.saved')}</Text>}
        <Button
          type="submit"
          variant="default"
          loading={update.isPending}
          disabled={!isChanged}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('ui.save')}
        </Button>
      </Stack>
    </form>
  );
}
