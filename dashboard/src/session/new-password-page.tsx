import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { request } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { Frame } from './frame.tsx';
import classes from './session.module.css';
import { firstMode, isKind, type Kind, ModeChoice, TypeChoice } from './type-choice.tsx';

/** Resets a forgotten password with a code that is sent to the phone or email address. */
export function NewPasswordPage() {
  const { t } = useTexts();
  const { as = '' } = useSearch({ strict: false }) as { as?: string };
  const [kind, setKind] = useState<Kind>(isKind(as) ? as : 'developer');
  const [mode, setMode] = useState(firstMode);
  const [name, setName] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const run = (act: () => Promise<void>) => async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      await act();
    } catch (caught) {
      setError(caught);
    } finally {
      setPending(false);
    }
  };
  const ask = run(async () => {
    const who = kind === 'merchant' ? { phone: name, mode } : { email: name };
    setChallenge(await request('POST', '/auth/password/forgot', { body: { account_type: kind, ...who } }));
  });
  const set = run(async () => {
    await request('POST', '/auth/password/reset', {
      body: { challenge: challenge!.challenge, code: code.trim(), password },
    });
    setDone(true);
  });

  const isTest = kind === 'merchant' && mode === 'test' && !service.testCodes;
  const leadOfCode = isTest ? t('signIn.testCode') : t('signIn.newPasswordCode');

  return (
    <Frame title={t('signIn.newPassword')} lead={challenge ? leadOfCode : t('signIn.newPasswordLead')}>
      {done ? (
        <Alert color="teal" variant="outline">
          {t('signIn.newPasswordDone')}
        </Alert>
      ) : challenge ? (
        <form onSubmit={set}>
          <Stack>
            <TextInput
              label={t('signIn.codeLabel')}
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            <PasswordField
              label={t('signIn.newPassword')}
              description={t('signIn.passwordAdvice')}
              autoComplete="new-password"
              value={password}
              onType={setPassword}
              error={faultOf(error, 'password')}
            />
            <FormError error={error} />
            <Button type="submit" loading={pending}>
              {t('signIn.setPassword')}
            </Button>
          </Stack>
        </form>
      ) : (
        <form onSubmit={ask}>
          <Stack>
            <TypeChoice value={kind} onChange={setKind} />
            {kind === 'merchant' && <ModeChoice value={mode} onChange={setMode} />}
            <TextInput
              label={kind === 'merchant' ? t('signIn.phone') : t('signIn.email')}
              type={kind === 'merchant' ? 'tel' : 'email'}
              autoComplete="username"
              required
              withAsterisk={false}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <FormError error={error} />
            <Button type="submit" loading={pending}>
              {t('signIn.sendCode')}
            </Button>
          </Stack>
        </form>
      )}
      <PageLink to="/sign-in" search={{ as: kind }} className={classes.aside}>
        {t('signIn.toSignIn')}
      </PageLink>
    </Frame>
  );
}
