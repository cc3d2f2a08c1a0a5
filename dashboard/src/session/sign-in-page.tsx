import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { CodePage } from './code-page.tsx';
import { Frame } from './frame.tsx';
import { keepLastSignIn, lastSignIn } from './last-sign-in.ts';
import { PasswordForm } from './password-form.tsx';
import classes from './session.module.css';
import { isKind, type Kind, TypeChoice } from './type-choice.tsx';

/** Only paths of this application: an address on another site is not followed. */
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
    return <CodePage kind={kind} mode={mode} challenge={challenge} onChallenge={setChallenge} onDone={enter} />;
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
