import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

export function PasswordForm() {
  const { t } = useTexts();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState(false);
  const change = useChange('POST', '/auth/password/change', ['/auth/sessions']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    const answer = await change.run({ body: { current_password: current, new_password: next } }).then(
      () => true,
      () => false,
    );
    if (!answer) return;
    setCurrent('');
    setNext('');
    setDone(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          value={current}
          onType={setCurrent}
          error={faultOf(change.error, 'current_password')}
        />
        <PasswordField
          label={t('signIn.newPassword')}
          description={t('signIn.passwordAdvice')}
          autoComplete="new-password"
          value={next}
          onType={setNext}
          error={faultOf(change.error, 'new_password')}
        />
        <FormError error={change.error} />
        {done && <Text role="status">{t('account.passwordChanged')}</Text>}
        <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('account.changePassword')}
        </Button>
      </Stack>
    </form>
  );
}
