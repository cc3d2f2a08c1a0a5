import { Alert } from '@mantine/core';
import { useMe } from '../session/me.ts';
import { needsSetUp } from '../session/needs-set-up.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Loading } from '../ui/states.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export function AccountPage() {
  const { t } = useTexts();
  const me = useMe();
  if (!me.data) return <Loading />;
  const { type, name, email, phone, role } = me.data;
  return (
    <>
      <PageHead title={t('account.title')} />
      {needsSetUp(me.data) && (
        <Alert color="yellow" variant="outline" mb="md">
          {t('account.secondFactorFirst')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('account.name'), name],
          [t('signIn.email'), email],
          [t('signIn.phone'), phone],
          [t('account.type'), type === 'customer' ? type : t(`signIn.kind.${type}`)],
          [t('account.role'), role],
        ]}
      />
      <Section title={t('account.twoFactor')}>
        <TwoFactor me={me.data} />
      </Section>
      <Section title={t('signIn.password')}>
        <PasswordForm />
      </Section>
      <Section title={t('account.sessions')}>
        <Sessions />
      </Section>
    </>
  );
}
