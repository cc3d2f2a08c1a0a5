import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { hasSession, request } from '../api/request.ts';
import { addressAt } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CodePage } from './code-page.tsx';
import { Frame } from './frame.tsx';
import type { Me } from './me.ts';
import { PasswordForm } from './password-form.tsx';
import type { Kind } from './type-choice.tsx';

/** For as long as somebody may be away from the computer and come back to what they were doing. */
const KEPT_MS = 60 * 60_000;

/**
 * The session of `me` has ended, or somebody else has signed in in another tab. Their page waits behind this one, in the memory of
 * the tab and nowhere else. Only they come back to it: for anybody else, and for who does not come, the page is loaded anew and
 * nothing is left of it.
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
    // They may have signed in again in another tab.
    const look = () => hasSession() && enter().catch(() => undefined);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
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
