import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FormError } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { NeedsAuthenticator } from './needs-authenticator.tsx';

type FormDialogProps = {
  title: string;
  act: string;
  onClose: () => void;
  change: { readonly isPending: boolean; readonly error: unknown };
  disabled?: boolean;
  /** The dialog closes when this promise resolves. */
  submit: () => Promise<unknown>;
  children: ReactNode;
};

export function FormDialog({ title, act, onClose, change, disabled = false, submit, children }: FormDialogProps) {
  const { t } = useTexts();
  useFocusBack();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    await submit().then(onClose, () => undefined);
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(change.isPending, onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={send}>
        <Stack>
          {children}
          <FormError error={change.error} />
          <NeedsAuthenticator error={change.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              {t('ui.back')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={disabled}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
