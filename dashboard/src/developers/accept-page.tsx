import { Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { request } from '../api/request.ts';
import { service } from '../page.ts';
import { CodePage } from '../session/code-page.tsx';
import { Frame } from '../session/frame.tsx';
import { firstMode } from '../session/kind.ts';
import { keepLastSignIn } from '../session/last-sign-in.ts';
import { useSubmit } from '../session/use-submit.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError, faultOf } from '../ui/states.tsx';

/** The page of an invitation's link. The token is behind the #, so it appears in no server's log. */
export function AcceptPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const enter = async () => {
    keepLastSignIn('developer', firstMode);
    client.clear();
    await navigate({ to: '/', replace: true });
  };
  if (challenge)
    return (
      <CodePage kind="developer" mode={firstMode} challenge={challenge} onChallenge={setChallenge} onDone={enter} />
    );
  return (
    <Frame title={t('invited.title')} lead={t('invited.lead', { brand: service.brand })}>
      <AcceptForm onChallenge={setChallenge} onDone={enter} />
    </Frame>
  );
}

type AcceptFormProps = { onChallenge: (challenge: Challenge) => void; onDone: () => Promise<void> };

function AcceptForm({ onChallenge, onDone }: AcceptFormProps) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { submit, pending, error } = useSubmit(async () => {
    const own = name.trim();
    const body = { token: location.hash.slice(1), password, ...(own ? { name: own } : {}) };
    const answer = await request('POST', '/auth/developer/accept', { body });
    // The invitation is used up, and the account has a second factor.
    if ('challenge' in answer) onChallenge(answer);
    else await onDone();
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('account.name')}
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={faultOf(error, 'name')}
        />
        <PasswordField
          label={t('signIn.password')}
          description={t('invited.password')}
          autoComplete="new-password"
          value={password}
          onType={setPassword}
          error={faultOf(error, 'password')}
        />
        <FormError error={error} />
        <Button type="submit" loading={pending} fullWidth>
          {t('invited.accept')}
        </Button>
      </Stack>
    </form>
  );
}
