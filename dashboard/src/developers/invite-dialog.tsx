import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { type Role, roles } from './roles.ts';

export function InviteDialog({ integration: id, onClose }: { integration: string; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invite = useChange('POST', '/integrations/{id}/invitations', ['/integrations/{id}/invitations']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.run({ params: { id }, body: { email: email.trim(), role } }).then(onClose, () => undefined);
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(invite.isPending, onClose)}
      title={t('developers.invite')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('signIn.email')}
            description={t(service.mail ? 'developers.inviteAdvice' : 'developers.inviteUnsent')}
            type="email"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            error={faultOf(invite.error, 'email')}
          />
          <Radio.Group label={t('account.role')} value={role} onChange={(value) => setRole(value as Role)}>
            <Stack gap="xs" mt="xs">
              {roles.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`developers.role.${value}`)}
                  description={t(`developers.may.${value}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <FormError error={invite.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={invite.isPending}>
              {t('ui.back')}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t('developers.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
