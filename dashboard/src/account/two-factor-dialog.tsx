import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Unreachable } from '../api/api-error.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { SecretStep } from '../ui/secret.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';

type Step =
  | { name: 'password' }
  | { name: 'code'; challenge: string; otpauth: string | null; secret: string | null }
  | { name: 'codes'; codes: readonly string[] };

/** Asks for the password, then a code of the new or the removed factor, then shows the recovery codes once. */
export function TwoFactorDialog({ act, onClose }: { act: 'enable' | 'disable'; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const { step, text, setText, submit, isPending, error } = useSteps(act, onClose);
  const title = act === 'enable' ? t('account.twoFactorEnable') : t('account.twoFactorDisable');
  return (
    <Modal
      opened
      onClose={unlessUnderWay(isPending, onClose)}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={step.name !== 'codes'}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {step.name === 'codes' ? (
        <SecretStep secret={step.codes.join('\n')} advice={t('account.recoveryAdvice')} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            {step.name === 'password' ? (
              <PasswordField
                key="password"
                label={t('account.currentPassword')}
                autoComplete="current-password"
                data-autofocus
                value={text}
                onType={setText}
                error={faultOf(error, 'password')}
              />
            ) : (
              <>
                {step.otpauth && <AppCode otpauth={step.otpauth} secret={step.secret} />}
                <TextInput
                  key="code"
                  label={t('signIn.codeLabel')}
                  autoComplete="one-time-code"
                  autoFocus
                  required
                  withAsterisk={false}
                  value={text}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                />
              </>
            )}
            <FormError error={error} />
            <Group justify="flex-end">
              <Button type="submit" loading={isPending}>
                {step.name === 'password' ? t('ui.next') : t('signIn.confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

/** `text`: the password, then the code. */
function useSteps(act: 'enable' | 'disable', onClose: () => void) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [text, setText] = useState('');
  const enable = useChange('POST', '/auth/2fa/enable');
  const disable = useChange('POST', '/auth/2fa/disable');
  const confirm = useChange('POST', '/auth/2fa/confirm', ['/me', '/auth/sessions']);
  const isPending = enable.isPending || disable.isPending || confirm.isPending;
  const error = confirm.error ?? enable.error ?? disable.error;

  const begin = async () => {
    if (act === 'disable') {
      const { challenge } = await disable.run({ body: { password: text } });
      return setStep({ name: 'code', challenge, otpauth: null, secret: null });
    }
    const { challenge, otpauth_url, secret } = await enable.run({ body: { method: 'totp', password: text } });
    setStep({ name: 'code', challenge, otpauth: otpauth_url, secret });
  };
  const finish = async (challenge: string) => {
    const { recovery_codes } = await confirm.run({ body: { challenge, code: text.trim() } });
    if (recovery_codes.length === 0) return onClose();
    setStep({ name: 'codes', codes: recovery_codes });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const going = step.name === 'code' ? finish(step.challenge) : begin();
    const failed = await going.catch((caught: unknown) => caught);
    if (!(failed instanceof Unreachable)) setText('');
  };
  return { step, text, setText, submit, isPending, error };
}

/** The QR code for an authenticator app, and its secret to type in. */
function AppCode({ otpauth, secret }: { otpauth: string; secret: string | null }) {
  const { t } = useTexts();
  return (
    <>
      <Text size="sm">{t('account.scan')}</Text>
      <QrCode text={otpauth} name={t('account.qr')} />
      <Text size="sm" c="dimmed">
        {t('account.typeIn')} <Code>{secret}</Code>
      </Text>
    </>
  );
}
