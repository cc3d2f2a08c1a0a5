import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { type Mode, request } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Kind } from './kind.ts';

/** A code that lets a new device in while strangers guess the account's password. */
export type DeviceCode = { readonly challenge: string; readonly code: string };

/** Reads the link that `operators let-in` prints. */
export function readLink(hash: string): DeviceCode | null {
  const [, challenge, code] = /^#(ch_\w+)\.(\d+)$/.exec(hash) ?? [];
  return challenge && code ? { challenge, code } : null;
}

export const isPaused = (error: unknown) => error instanceof ApiError && error.code === 'too_many_attempts';

/** The code has ended: the person has to request another one. */
export const isOver = (error: unknown) =>
  error instanceof ApiError && ['challenge_expired', 'too_many_attempts'].includes(error.code);

type AskForCodeProps = {
  kind: Kind;
  mode: Mode;
  /** A phone or an email address. */
  name: string;
  onSent: (sent: DeviceCode) => void;
  onError: (error: unknown) => void;
};

export function AskForCode({ kind, mode, name, onSent, onError }: AskForCodeProps) {
  const { t } = useTexts();
  const [pending, setPending] = useState(false);
  const ask = async () => {
    setPending(true);
    try {
      const who = kind === 'merchant' ? { phone: name, mode } : { email: name };
      const { challenge } = await request('POST', '/auth/device', { body: { account_type: kind, ...who } });
      onSent({ challenge, code: '' });
    } catch (caught) {
      onError(caught);
    } finally {
      setPending(false);
    }
  };
  return (
    <Alert color="gray" variant="outline">
      <Stack gap="sm">
        <Text size="sm">{t('signIn.letIn')}</Text>
        <Button variant="default" loading={pending} onClick={ask}>
          {t('signIn.sendCode')}
        </Button>
      </Stack>
    </Alert>
  );
}

type CodeFieldProps = { kind: Kind; mode: Mode; sent: DeviceCode; onType: (sent: DeviceCode) => void };

export function CodeField({ kind, mode, sent, onType }: CodeFieldProps) {
  const { t } = useTexts();
  return (
    <TextInput
      label={t('signIn.codeLabel')}
      description={kind === 'merchant' && mode === 'test' ? t('signIn.testCode') : t('signIn.letInSent')}
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      withAsterisk={false}
      value={sent.code}
      onChange={({ currentTarget }) => onType({ ...sent, code: currentTarget.value })}
    />
  );
}
