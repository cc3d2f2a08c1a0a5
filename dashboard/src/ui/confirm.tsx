import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FormError } from './states.tsx';
import { unlessUnderWay } from './unless-under-way.ts';

type ConfirmProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Names the record and the effect. */
  children: ReactNode;
  /** The act as a verb. */
  act: string;
  danger?: boolean;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
};

/** Asks before an act that cannot be undone, and names the record. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title, children, act, danger = true, pending, error, onConfirm } = props;
  const { t } = useTexts();
  // An error of the last time is not shown when the dialog opens again.
  const [seen, setSeen] = useState<unknown>(null);
  const leave = () => {
    setSeen(error);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={unlessUnderWay(pending, leave)}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text component="div">{children}</Text>
        <FormError error={error === seen ? null : error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave} disabled={pending} data-autofocus>
            {t('ui.back')}
          </Button>
          <Button {...(danger ? { color: 'red.8' } : {})} loading={pending} onClick={onConfirm}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
