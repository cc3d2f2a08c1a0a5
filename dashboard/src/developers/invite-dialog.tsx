import '@mantine/core/styles/Radio.css';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { type Role, roles } from './roles.ts';

export function InviteDialog({ integration: id, onClose }: { integration: string; onClose: () => void }) {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invite = useChange('POST', '/integrations/{id}/invitations', ['/integrations/{id}/invitations']);
  return (
    <FormDialog
      title={t('developers.invite')}
      act={t('developers.send')}
      onClose={onClose}
      change={invite}
      submit={() => invite.run({ params: { id }, body: { email: email.trim(), role } })}
    >
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
    </FormDialog>
  );
}
