import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { Developer } from '../../../contract/src/developers.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty, FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RemoveDeveloper } from './remove-developer.tsx';
import { type Role, roles } from './roles.ts';

export function DevelopersPage() {
  const { t } = useTexts();
  const { integration: id } = useWorld()!;
  const me = useMe();
  const integration = useRead('/integrations/{id}', { params: { id } });
  const [inviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<Developer | null>(null);
  const change = useChange('PATCH', '/integrations/{id}/developers/{developer}', ['/integrations/{id}/developers']);
  // The merchant's own people have no role.
  const mayManage = integration.data?.role === null || integration.data?.role === 'owner';
  // A developer who joined before the approval is in test mode only, until the developer is invited again.
  const mode: Column<Developer> = {
    head: t('shell.mode'),
    cell: ({ live }) => t(live ? 'shell.live' : 'developers.testOnly'),
  };
  const columns: readonly Column<Developer>[] = [
    { head: t('signIn.email'), cell: ({ email }) => email },
    { head: t('account.name'), cell: ({ name }) => name ?? '–', wide: true },
    {
      head: t('account.role'),
      cell: (developer) => (
        <DeveloperRole
          developer={developer}
          mayChange={mayManage}
          // Two changes at once could arrive in the wrong order, and the first one would win.
          disabled={change.isPending}
          onChange={(role) =>
            change.run({ params: { id, developer: developer.id }, body: { role } }).catch(() => undefined)
          }
        />
      ),
    },
    {
      head: t('account.twoFactor'),
      cell: ({ two_factor }) => t(two_factor === 'none' ? 'developers.factorOff' : 'developers.factorOn'),
      wide: true,
    },
    ...(integration.data?.live_approved ? [mode] : []),
    { head: t('developers.joined'), cell: ({ joined_at }) => <Time at={joined_at} />, wide: true },
    {
      head: t('keys.acts'),
      end: true,
      cell: (developer) =>
        (mayManage || developer.id === me.data?.id) && (
          <RemoveButton email={developer.email} onClick={() => setRemoved(developer)} />
        ),
    },
  ];
  return (
    <>
      <PageHead title={t('developers.title')}>
        {mayManage && (
          <Button leftSection={<Plus size={16} />} onClick={() => setInviting(true)}>
            {t('developers.invite')}
          </Button>
        )}
      </PageHead>
      <FormError error={change.error} />
      <ListPage
        path="/integrations/{id}/developers"
        params={{ id }}
        columns={columns}
        empty={<Empty title={t('developers.none')}>{t('developers.noneAdvice')}</Empty>}
      />
      {mayManage && <Invitations integration={id} />}
      {inviting && <InviteDialog integration={id} onClose={() => setInviting(false)} />}
      {removed && <RemoveDeveloper integration={id} developer={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

type DeveloperRoleProps = {
  developer: Developer;
  mayChange: boolean;
  disabled: boolean;
  onChange: (role: Role) => void;
};

function DeveloperRole({ developer: { email, role }, mayChange, disabled, onChange }: DeveloperRoleProps) {
  const { t } = useTexts();
  if (!mayChange) return t(`developers.role.${role}`);
  return (
    <Select
      aria-label={t('developers.roleOf', { email })}
      size="xs"
      w={130}
      allowDeselect={false}
      data={roles.map((value) => ({ value, label: t(`developers.role.${value}`) }))}
      value={role}
      disabled={disabled}
      onChange={(value) => onChange(value as Role)}
    />
  );
}

function RemoveButton({ email, onClick }: { email: string; onClick: () => void }) {
  const { t } = useTexts();
  return (
    <Button size="compact-xs" variant="default" aria-label={t('developers.removeOne', { email })} onClick={onClick}>
      {t('developers.remove')}
    </Button>
  );
}
