import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FormError } from './states.tsx';
import { unlessUnderWay } from './unless-under-way.ts';
import { useFocusBack } from './use-focus-back.ts';

export type FormDialogProps = {
  title: string;
  act: string;
  onClose: () => void;
  change: { readonly isPending: boolean; readonly error: unknown };
  disabled?: boolean;
  /** The dialog closes when this promise resolves. */
  submit: () => Promise<unknown>;
  /** Shown after the error: what to do about it. */
  help?: ReactNode;
  children: ReactNode;
};

export function FormDialog({ title, act, onClose, change, disabled, submit, help, children }: FormDialogProps) {
  const { t } = useTexts();
  useFocusBack();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) await submit().then(onClose, () => undefined);
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
          {help}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              {t('ui.back')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={disabled ?? false}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
