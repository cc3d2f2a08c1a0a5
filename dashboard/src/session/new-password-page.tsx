import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { type Mode, request } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { AccountName, kindOfName } from './account-name.tsx';
import { Frame } from './frame.tsx';
import { firstMode, type Kind } from './kind.ts';
import { ModeChoice } from './mode-choice.tsx';
import classes from './session.module.css';
import { useSubmit } from './use-submit.ts';

/** Resets a forgotten password with a code that is sent to the phone or email address. */
export function NewPasswordPage() {
  const { t } = useTexts();
  const { as } = useSearch({ strict: false }) as { as?: string };
  const asked = as === 'operator' ? as : null;
  const [name, setName] = useState('');
  const kind = asked ?? kindOfName(name);
  const [mode, setMode] = useState(firstMode);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [done, setDone] = useState(false);
  const isTest = kind === 'merchant' && mode === 'test' && !service.testCodes;
  const leadOfCode = isTest ? t('signIn.testCode') : t('signIn.newPasswordCode');

  return (
    <Frame title={t('signIn.newPassword')} lead={challenge ? leadOfCode : t('signIn.newPasswordLead')}>
      {done ? (
        <Alert color="teal" variant="outline">
          {t('signIn.newPasswordDone')}
        </Alert>
      ) : challenge ? (
        <ResetForm challenge={challenge} onDone={() => setDone(true)} />
      ) : (
        <ForgotForm
          asked={asked}
          name={name}
          onName={setName}
          mode={mode}
          onMode={setMode}
          onChallenge={setChallenge}
        />
      )}
      <PageLink to={asked ? '/sign-in/operator' : '/sign-in'} className={classes.aside}>
        {t('signIn.toSignIn')}
      </PageLink>
    </Frame>
  );
}

type ForgotFormProps = {
  /** Null if the typed name decides. */
  asked: Kind | null;
  name: string;
  onName: (name: string) => void;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onChallenge: (challenge: Challenge) => void;
};

/** Asks for the account whose password is forgotten. */
function ForgotForm({ asked, name, onName, mode, onMode, onChallenge }: ForgotFormProps) {
  const { t } = useTexts();
  const kind = asked ?? kindOfName(name);
  const { submit, pending, error } = useSubmit(async () => {
    const who = kind === 'merchant' ? { phone: name, mode } : { email: name };
    onChallenge(await request('POST', '/auth/password/forgot', { body: { account_type: kind, ...who } }));
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <AccountName kind={asked} value={name} onType={onName} error={error} />
        {kind === 'merchant' && name && <ModeChoice value={mode} onChange={onMode} />}
        <FormError error={error} />
        <Button type="submit" loading={pending}>
          {t('signIn.sendCode')}
        </Button>
      </Stack>
    </form>
  );
}

/** Asks for the code and the new password. */
function ResetForm({ challenge, onDone }: { challenge: Challenge; onDone: () => void }) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const { submit, pending, error } = useSubmit(async () => {
    await request('POST', '/auth/password/reset', {
      body: { challenge: challenge.challenge, code: code.trim(), password },
    });
    onDone();
  });
  return (
    <form onSubmit={submit}>
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
  );
}
