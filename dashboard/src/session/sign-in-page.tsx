import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { CodePage } from './code-page.tsx';
import { Frame } from './frame.tsx';
import type { Kind } from './kind.ts';
import { keepLastSignIn, lastMode } from './last-sign-in.ts';
import { PasswordForm } from './password-form.tsx';
import classes from './session.module.css';

const WITHOUT_SESSION = /^\/(sign-in|sign-up|new-password|invitation)(?![\w-])/;

/** Only paths of this application that show something to a signed-in person. */
const safe = (next: string | undefined) =>
  next && /^\/(?![/\\])/.test(next) && !WITHOUT_SESSION.test(next) ? next : '/';

/** Sign-in of merchants by phone and of developers by email address. */
export const SignInPage = () => <SignIn kind={null} />;

export const OperatorSignInPage = () => <SignIn kind="operator" />;

function SignIn({ kind }: { kind: 'operator' | null }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const [challenged, setChallenged] = useState<{ challenge: Challenge; kind: Kind } | null>(null);
  const [mode, setMode] = useState(lastMode);

  const enter = async (as: Kind) => {
    keepLastSignIn(as, mode);
    client.clear();
    await navigate({ to: safe(next), replace: true });
  };

  if (challenged) {
    return (
      <CodePage
        kind={challenged.kind}
        mode={mode}
        challenge={challenged.challenge}
        onChallenge={(challenge) => setChallenged(challenge && { ...challenged, challenge })}
        onDone={() => enter(challenged.kind)}
      />
    );
  }
  const operator = kind === 'operator';
  return (
    <Frame
      title={operator ? t('signIn.operatorTitle') : t('signIn.title')}
      lead={t('signIn.lead', { brand: service.brand })}
    >
      <PasswordForm
        kind={kind}
        mode={mode}
        onMode={setMode}
        onChallenge={(challenge, as) => setChallenged({ challenge, kind: as })}
        onDone={enter}
      />
      <PageLink to="/new-password" search={operator ? { as: 'operator' } : {}} className={classes.aside}>
        {t('signIn.forgot')}
      </PageLink>
      {operator ? (
        <PageLink to="/sign-in" className={classes.aside}>
          {t('signIn.asOther')}
        </PageLink>
      ) : (
        <>
          <PageLink to="/sign-up" className={classes.aside}>
            {t('signIn.noAccount')}
          </PageLink>
          <PageLink to="/sign-in/operator" className={classes.aside}>
            {t('signIn.operatorTitle')}
          </PageLink>
        </>
      )}
    </Frame>
  );
}
