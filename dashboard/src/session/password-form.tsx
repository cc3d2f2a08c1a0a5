import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Challenge } from '../../../contract/src/auth.ts';
import { Unreachable } from '../api/api-error.ts';
import { type Mode, request } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError } from '../ui/states.tsx';
import { AccountName, kindOfName } from './account-name.tsx';
import { AskForCode, CodeField, type DeviceCode, isOver, isPaused, readLink } from './device-code.tsx';
import type { Kind } from './kind.ts';
import { ModeChoice } from './mode-choice.tsx';

type PasswordFormProps = {
  /** Null if the typed name decides. */
  kind: Kind | null;
  mode: Mode;
  /** Absent if the account is known. */
  onMode?: (mode: Mode) => void;
  first?: string;
  onChallenge: (challenge: Challenge, kind: Kind) => void;
  onDone: (kind: Kind) => Promise<void>;
};

export function PasswordForm({ kind: asked, mode, onMode, first = '', onChallenge, onDone }: PasswordFormProps) {
  const { t } = useTexts();
  const [name, setName] = useState(first);
  const kind = asked ?? kindOfName(name);
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [device, setDevice] = useState<DeviceCode | null>(() => readLink(location.hash));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      const answer = await logIn({ kind, mode, name, password, device });
      if ('challenge' in answer) onChallenge(answer, kind);
      else await onDone(kind);
    } catch (caught) {
      setError(caught);
      if (isOver(caught)) setDevice(null);
      // The service did not answer, so the password may be right.
      if (!(caught instanceof Unreachable)) setPassword('');
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <AccountName kind={asked} value={name} onType={setName} error={error} />
        {kind === 'merchant' && name && onMode && <ModeChoice value={mode} onChange={onMode} />}
        <PasswordField
          label={t('signIn.password')}
          autoComplete="current-password"
          autoFocus={first !== ''}
          value={password}
          onType={setPassword}
        />
        {device && <CodeField kind={kind} mode={mode} sent={device} onType={setDevice} />}
        <FormError error={error} />
        {isPaused(error) && !device && (
          <AskForCode
            kind={kind}
            mode={mode}
            name={name}
            onError={setError}
            onSent={(sent) => {
              setDevice(sent);
              setError(null);
            }}
          />
        )}
        <Button type="submit" loading={pending} fullWidth>
          {t('signIn.act')}
        </Button>
      </Stack>
    </form>
  );
}

type Login = { kind: Kind; mode: Mode; name: string; password: string; device: DeviceCode | null };

async function logIn({ kind, mode, name, password, device }: Login) {
  const proof = device ? { challenge: device.challenge, code: device.code.trim() } : {};
  if (kind === 'merchant') {
    return request('POST', '/auth/merchant/login', { body: { phone: name, password, mode, ...proof } });
  }
  return request('POST', kind === 'developer' ? '/auth/developer/login' : '/auth/operator/login', {
    body: { email: name, password, ...proof },
  });
}
