import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FormError } from '../ui/states.tsx';

type SaveFormProps = {
  update: { readonly isPending: boolean; readonly error: unknown };
  isChanged: boolean;
  save: () => Promise<unknown>;
  children: ReactNode;
};

/** A form of settings. It saves nothing until something has changed. */
export function SaveForm({ update, isChanged, save, children }: SaveFormProps) {
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
