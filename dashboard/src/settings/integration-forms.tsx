import { Code, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Integration } from '../../../contract/src/integrations.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { SaveForm } from './save-form.tsx';

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
