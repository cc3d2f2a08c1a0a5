import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { Unreachable } from '../api/api-error.ts';
import { type Mode, request } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { CodeForm } from './code-form.tsx';
import { Frame } from './frame.tsx';
import { keepLastSignIn, lastSignIn } from './last-sign-in.ts';
import classes from './session.module.css';
import { isKind, type Kind, ModeChoice, TypeChoice } from './type-choice.tsx';

/** Inside this application only: an address that leads elsewhere is not followed. */
const safe = (next: string | undefined) => (next && /^\/(?![/\\])/.test(next) ? next : '/');

export function SignInPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { next, as } = useSearch({ strict: false }) as { next?: string; as?: string };
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [mode, setMode] = useState(lastSignIn().mode);
  const [kind, setKind] = useState<Kind>(as && isKind(as) ? as : lastSignIn().kind);

  const enter = async () => {
    keepLastSignIn(kind, mode);
    client.clear();
    await navigate({ to: safe(next), replace: true });
  };

  if (challenge) {
    const isTest = kind === 'merchant' && mode === 'test' && challenge.method === 'sms';
    return (
      <Frame title={t('signIn.code')} lead={isTest ? t('signIn.testCode') : t(`signIn.codeFrom.${challenge.method}`)}>
        <CodeForm challenge={challenge} onChallenge={setChallenge} onDone={enter} />
        <Anchor component="button" type="button" size="sm" onClick={() => setChallenge(null)}>
          {t('signIn.startAgain')}
        </Anchor>
      </Frame>
    );
  }
  return (
    <Frame title={t('signIn.title')} lead={t('signIn.lead', { brand: service.brand })}>
      <TypeChoice value={kind} onChange={setKind} />
      <PasswordForm key={kind} kind={kind} mode={mode} onMode={setMode} onChallenge={setChallenge} onDone={enter} />
      <PageLink to="/new-password" search={{ as: kind }} className={classes.aside}>
        {t('signIn.forgot')}
      </PageLink>
      {kind === 'merchant' && (
        <PageLink to="/sign-up" className={classes.aside}>
          {t('signIn.noAccount')}
        </PageLink>
      )}
    </Frame>
  );
}

type PasswordFormProps = {
  kind: Kind;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onChallenge: (challenge: Challenge) => void;
  onDone: () => Promise<void>;
};

function PasswordForm({ kind, mode, onMode, onChallenge, onDone }: PasswordFormProps) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      const answer =
        kind === 'merchant'
          ? await request('POST', '/auth/merchant/login', { body: { phone: name, password, mode } })
          : await request('POST', kind === 'developer' ? '/auth/developer/login' : '/auth/operator/login', {
              body: { email: name, password },
            });
      if ('challenge' in answer) onChallenge(answer);
      else await onDone();
    } catch (caught) {
      setError(caught);
      // Nobody has said that it is wrong.
      if (!(caught instanceof Unreachable)) setPassword('');
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        {kind === 'merchant' && <ModeChoice value={mode} onChange={onMode} />}
        {kind === 'merchant' ? (
          <TextInput
            label={t('signIn.phone')}
            description={t('signIn.phoneAdvice')}
            type="tel"
            autoComplete="username"
            required
            withAsterisk={false}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={faultOf(error, 'phone')}
          />
        ) : (
          <TextInput
            label={t('signIn.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={faultOf(error, 'email')}
          />
        )}
        <PasswordField
          label={t('signIn.password')}
          autoComplete="current-password"
          value={password}
          onType={setPassword}
        />
        <FormError error={error} />
        <Button type="submit" loading={pending} fullWidth>
          {t('signIn.act')}
        </Button>
      </Stack>
    </form>
  );
}
