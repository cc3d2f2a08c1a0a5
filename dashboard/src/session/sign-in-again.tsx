import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { hasSession, request } from '../api/request.ts';
import { addressAt } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CodePage } from './code-page.tsx';
import { Frame } from './frame.tsx';
import type { Kind } from './kind.ts';
import type { Me } from './me.ts';
import { PasswordForm } from './password-form.tsx';

/** How long a page waits for its owner to come back. */
const KEPT_MS = 60 * 60_000;

/**
 * The session of `me` has ended, or someone else has signed in in another tab. The page waits behind this one, only in
 * the tab's memory. Only its owner can return to it: for anyone else, and after an hour, the page is reloaded and
 * nothing remains.
 */
export function SignInAgain({ me, onDone }: { me: Me; onDone: () => void }) {
  const { t } = useTexts();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const asked = { kind: me.type as Kind, mode: me.livemode ? ('live' as const) : ('test' as const) };

  const enter = async () => {
    const { id } = await request('GET', '/me', { ofAnybody: true });
    if (id !== me.id) return location.assign(addressAt('/dashboard'));
    onDone();
  };
  useEffect(() => {
    // The owner may have signed in in another tab.
    const onFocus = () => hasSession() && enter().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  });
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), KEPT_MS);
    return () => clearTimeout(timer);
  }, []);

  if (challenge) return <CodePage {...asked} challenge={challenge} onChallenge={setChallenge} onDone={enter} />;
  return (
    <Frame title={t('signIn.title')} lead={t('signIn.again')}>
      <PasswordForm {...asked} first={me.email ?? me.phone ?? ''} onChallenge={setChallenge} onDone={enter} />
      <Anchor href={addressAt('/dashboard/sign-in')} size="sm">
        {t('signIn.asOther')}
      </Anchor>
    </Frame>
  );
}
