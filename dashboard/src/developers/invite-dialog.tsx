import '@mantine/core/styles/Radio.css';
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { service } from '../page.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CopyIt } from '../ui/copy-it.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { type Role, roles } from './roles.ts';

/** The service e-mails the link. If it sends no e-mail, the dialog shows the link once. */
export function InviteDialog({ integration: id, onClose }: { integration: string; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const [email, setEmail] = useState('');
  const isMerchant = useMe().data?.type === 'merchant';
  const [role, setRole] = useState<Role>(isMerchant ? 'accountant' : 'developer');
  const [link, setLink] = useState<string | null>(null);
  const invite = useChange('POST', '/integrations/{id}/invitations', ['/integrations/{id}/invitations']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await invite.run({ params: { id }, body: { email: email.trim(), role } }).catch(() => null);
    if (made?.link) setLink(made.link);
    else if (made) onClose();
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(invite.isPending, onClose)}
      title={t(link ? 'invited.linkTitle' : 'developers.invite')}
      closeOnClickOutside={!link}
      closeOnEscape={!link}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {link ? (
        <Stack>
          <Text size="sm">{t('invited.linkAdvice', { email: email.trim() })}</Text>
          <code style={{ overflowWrap: 'anywhere' }}>{link}</code>
          <Group justify="space-between">
            <CopyIt text={link} variant="default" />
            <Button onClick={onClose}>{t('ui.done')}</Button>
          </Group>
        </Stack>
      ) : (
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
      )}
    </Modal>
  );
}
