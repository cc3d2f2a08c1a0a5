import { Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { request } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { CodeForm } from './code-form.tsx';
import { Frame } from './frame.tsx';
import { keepLastSignIn } from './last-sign-in.ts';
import classes from './session.module.css';
import { useSubmit } from './use-submit.ts';

/** Creates a merchant, its first integration and a login, all in test mode. */
export function SignUpPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const enter = async () => {
    keepLastSignIn('merchant', 'test');
    client.clear();
    await navigate({ to: '/', replace: true });
  };

  const closed = service.registrations === 'closed';
  const leads = { open: 'signIn.signUpLead', invited: 'signIn.signUpInvited', closed: 'signIn.signUpClosed' } as const;
  const codeLead = service.testCodes ? t(`signIn.codeFrom.${challenge?.method ?? 'sms'}`) : t('signIn.testCode');
  return (
    <Frame title={t('signIn.signUp')} lead={challenge ? codeLead : t(leads[service.registrations])}>
      {closed ? null : challenge ? (
        <CodeForm challenge={challenge} onChallenge={setChallenge} onDone={enter} />
      ) : (
        <SignUpForm onChallenge={setChallenge} />
      )}
      <PageLink to="/sign-in" className={classes.aside}>
        {t('signIn.toSignIn')}
      </PageLink>
    </Frame>
  );
}

function SignUpForm({ onChallenge }: { onChallenge: (challenge: Challenge) => void }) {
  const { t, language } = useTexts();
  const [business, setBusiness] = useState('');
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const { submit, pending, error } = useSubmit(async () => {
    const body = { phone, password, business_name: business.trim(), language };
    onChallenge(await request('POST', '/auth/merchant/register', { body }));
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('signIn.business')}
          autoComplete="organization"
          required
          withAsterisk={false}
          value={business}
          onChange={({ currentTarget }) => setBusiness(currentTarget.value)}
          error={faultOf(error, 'business_name')}
        />
        <TextInput
          label={t('signIn.phone')}
          description={t('signIn.phoneAdvice')}
          type="tel"
          autoComplete="username"
          required
          withAsterisk={false}
          value={phone}
          onChange={({ currentTarget }) => setPhone(currentTarget.value)}
          error={faultOf(error, 'phone')}
        />
        <PasswordField
          label={t('signIn.password')}
          description={t('signIn.signUpPassword')}
          autoComplete="new-password"
          value={password}
          onType={setPassword}
          error={faultOf(error, 'password')}
        />
        <FormError error={error} />
        <Button type="submit" loading={pending} fullWidth>
          {t('signIn.signUp')}
        </Button>
      </Stack>
    </form>
  );
}
