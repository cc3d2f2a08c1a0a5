import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { Unreachable } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError } from '../ui/states.tsx';

type CodeFormProps = {
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  onDone: () => Promise<void>;
};

/** The second factor of a login. */
export function CodeForm({ challenge, onChallenge, onDone }: CodeFormProps) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [sent, setSent] = useState(false);
  const run = async (act: () => Promise<void>) => {
    setPending(true);
    setError(null);
    setSent(false);
    try {
      await act();
    } catch (caught) {
      setError(caught);
      if (!(caught instanceof Unreachable)) setCode('');
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      await request('POST', '/auth/2fa/verify', { body: { challenge: challenge.challenge, code: code.trim() } });
      await onDone();
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('signIn.codeLabel')}
          autoComplete="one-time-code"
          // Recovery codes contain letters.
          inputMode={challenge.method === 'totp' ? 'text' : 'numeric'}
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <FormError error={error} />
        {sent && (
          <Text role="status" size="sm">
            {t('signIn.sentAgain')}
          </Text>
        )}
        <Button type="submit" loading={pending} fullWidth>
          {t('signIn.confirm')}
        </Button>
        {challenge.method !== 'totp' && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() =>
              run(async () => {
                onChallenge(await request('POST', '/auth/2fa/resend', { body: { challenge: challenge.challenge } }));
                setSent(true);
              })
            }
          >
            {t('signIn.sendAgain')}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
