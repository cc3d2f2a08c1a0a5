import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../../contract/src/keys.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useWorld } from '../world/world.tsx';
import { CreateKey } from './create-key.tsx';
import { RollKey } from './roll-key.tsx';

/** The prefix gives the mode. Only the last four characters of the key are known. */
const maskOf = (key: ApiKey) => `rs_${key.livemode ? 'live' : 'test'}_…${key.last4}`;

export function KeysPage() {
  const { t } = useTexts();
  const world = useWorld()!;
  const [act, setAct] = useState<{ kind: 'create' } | { kind: 'roll' | 'revoke'; key: ApiKey } | null>(null);
  const mayChange = useMayChange()('keys');
  const close = () => setAct(null);
  const works = ({ status }: ApiKey) => status === 'active' || status === 'expiring';
  const columns: readonly Column<ApiKey>[] = [
    { head: t('keys.key'), line: 'who', cell: (key) => <code>{maskOf(key)}</code> },
    { head: t('keys.label'), line: 'state', cell: ({ label }) => label ?? '–' },
    { head: t('record.status'), line: 'much', cell: ({ status }) => <Status status={status} /> },
    {
      head: t('keys.scopes'),
      cell: ({ scopes }) => <span title={scopes.join('\n')}>{t('keys.scopeCount', { count: scopes.length })}</span>,
      wide: true,
    },
    { head: t('keys.lastUsed'), cell: ({ last_used_at }) => <Time at={last_used_at} />, wide: true },
    { head: t('record.created'), line: 'when', cell: ({ created_at }) => <Time at={created_at} />, wide: true },
    {
      head: t('keys.acts'),
      line: 'note',
      end: true,
      cell: (key) =>
        mayChange &&
        works(key) && (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setAct({ kind: 'roll', key })}
              aria-label={t('keys.rollOne', { name: key.label ?? key.last4 })}
            >
              {t('keys.roll')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setAct({ kind: 'revoke', key })}
              aria-label={t('keys.revokeOne', { name: key.label ?? key.last4 })}
            >
              {t('keys.revoke')}
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <>
      <PageHead title={t('keys.title')}>
        {mayChange && (
          <Button leftSection={<Plus size={16} />} onClick={() => setAct({ kind: 'create' })}>
            {t('keys.create')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/integrations/{id}/keys"
        params={{ id: world.integration }}
        fixed={{ limit: '100' }}
        keep={({ livemode }) => livemode === (world.mode === 'live')}
        columns={columns}
        empty={<Empty title={t('keys.none')}>{t(world.mode === 'live' ? 'keys.noneLive' : 'keys.noneAdvice')}</Empty>}
      />
      {act?.kind === 'create' && <CreateKey onClose={close} />}
      {act?.kind === 'roll' && <RollKey apiKey={act.key} name={act.key.label ?? maskOf(act.key)} onClose={close} />}
      {act?.kind === 'revoke' && <RevokeKey apiKey={act.key} name={act.key.label ?? maskOf(act.key)} onClose={close} />}
    </>
  );
}

function RevokeKey({ apiKey, name, onClose }: { apiKey: ApiKey; name: string; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const revoke = useChange('DELETE', '/keys/{id}', ['/integrations/{id}/keys']);
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('keys.revokeTitle', { name })}
      act={t('keys.revoke')}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.run({ params: { id: apiKey.id } }).then(onClose, () => undefined)}
    >
      {t('keys.revokeAsk', { name })}
    </Confirm>
  );
}
