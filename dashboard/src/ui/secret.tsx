import { Button, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { CopyIt } from './copy-it.tsx';
import { Eye } from './icons.ts';
import classes from './ui.module.css';

/** A secret that the service shows once. It is only in this page's memory. */
export function SecretOnce({ secret, advice }: { secret: string; advice: string }) {
  const { t } = useTexts();
  return (
    <Stack gap="xs" className={classes.secret}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Eye size={18} aria-hidden />
        <Text size="sm">
          <strong>{t('ui.shownOnce')}</strong> {advice}
        </Text>
      </Group>
      <code className={classes.secretText}>{secret}</code>
      <CopyIt text={secret} variant="default" style={{ alignSelf: 'flex-start' }} />
    </Stack>
  );
}

/** The last step of a dialog that creates a secret. */
export function SecretStep({ secret, advice, onClose }: { secret: string; advice: string; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Stack>
      <SecretOnce secret={secret} advice={advice} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('ui.done')}</Button>
      </Group>
    </Stack>
  );
}
