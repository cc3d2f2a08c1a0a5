import { Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

/** Confirms an e-mail address with a code that is sent to it. */
export function AddressForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const ask = useChange('POST', '/auth/alert_address');
  const confirm = useChange('POST', '/auth/alert_address/confirm');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!challenge) return setChallenge(await ask.run({ body: { email } }));
    await confirm.run({ body: { challenge: challenge.challenge, code: code.trim() } });
    // In every integration and mode.
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/alerts' });
    onDone();
  };
  return (
    <form onSubmit={(event) => submit(event).catch(() => undefined)}>
      <Stack maw={420}>
        <TextInput
          type="email"
          autoComplete="email"
          label={t('alerts.address')}
          description={t('alerts.addressAdvice')}
          required
          withAsterisk={false}
          disabled={challenge !== null}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={faultOf(ask.error, 'email')}
        />
        {challenge && (
          <TextInput
            label={t('alerts.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            withAsterisk={false}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
        <FormError error={challenge ? confirm.error : ask.error} />
        <Button
          type="submit"
          variant="default"
          loading={ask.isPending || confirm.isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {challenge ? t('alerts.confirm') : t('alerts.sendCode')}
        </Button>
      </Stack>
    </form>
  );
}
