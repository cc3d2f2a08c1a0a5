import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { OverlapSelect } from './overlap-select.tsx';
import { SecretOnce } from './secret.tsx';
import { FormError } from './states.tsx';
import { unlessUnderWay } from './unless-under-way.ts';
import { useFocusBack } from './use-focus-back.ts';

type RollDialogProps = {
  title: string;
  lead: string;
  act: string;
  secretAdvice: string;
  pending: boolean;
  error: unknown;
  /** @returns the new secret; undefined after a failure, which is in `error` */
  roll: (overlapSeconds: number) => Promise<string | undefined>;
  onClose: () => void;
};

/** Creates a new secret. The old one keeps working for a while. */
export function RollDialog({ title, lead, act, secretAdvice, pending, error, roll, onClose }: RollDialogProps) {
  const { t } = useTexts();
  useFocusBack();
  const [overlap, setOverlap] = useState(86_400);
  const [secret, setSecret] = useState<string>();
  return (
    <Modal
      opened
      onClose={unlessUnderWay(pending, onClose)}
      title={title}
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        {secret ? (
          <SecretOnce secret={secret} advice={secretAdvice} />
        ) : (
          <>
            <Text>{lead}</Text>
            <OverlapSelect value={overlap} onChange={setOverlap} />
            <FormError error={error} />
          </>
        )}
        <Group justify="flex-end">
          {secret ? (
            <Button onClick={onClose}>{t('ui.done')}</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={pending}>
                {t('ui.back')}
              </Button>
              <Button loading={pending} onClick={async () => setSecret(await roll(overlap))}>
                {act}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
