import { Button } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';

/** Invitations that are not accepted yet. */
export function Invitations({ integration: id }: { integration: string }) {
  const { t } = useTexts();
  const invitations = useRead('/integrations/{id}/invitations', { params: { id }, query: { limit: 100 } });
  const withdraw = useChange('DELETE', '/invitations/{id}', ['/integrations/{id}/invitations']);
  const open = (invitations.data?.data ?? []).filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <Section title={t('developers.invitations')}>
      <FormError error={withdraw.error} />
      <Table
        rows={open}
        to={undefined}
        columns={[
          { head: t('signIn.email'), cell: ({ email }) => email },
          { head: t('account.role'), cell: ({ role }) => t(`developers.role.${role}`) },
          { head: t('developers.goodUntil'), cell: ({ expires_at }) => <Time at={expires_at} />, wide: true },
          {
            head: t('keys.acts'),
            end: true,
            cell: (invitation) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('developers.withdrawOne', { email: invitation.email })}
                onClick={() => withdraw.run({ params: { id: invitation.id } }).catch(() => undefined)}
              >
                {t('developers.withdraw')}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
