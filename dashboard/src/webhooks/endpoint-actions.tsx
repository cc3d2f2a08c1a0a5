import { Alert, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { ChevronDown, Pencil, Power, RefreshCw, Send, Trash2 } from '../ui/icons.ts';
import { RollDialog } from '../ui/roll-dialog.tsx';
import { FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useWorldPath } from '../world/world.tsx';
import { EndpointForm } from './endpoint-form.tsx';

const stale = ['/webhooks', '/webhooks/{id}', '/webhooks/{id}/deliveries'] as const;

type Act = 'edit' | 'roll' | 'disable' | 'delete';

/** The actions on an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const params = { id: endpoint.id };
  const test = useChange('POST', '/webhooks/{id}/test', stale);
  const update = useChange('PATCH', '/webhooks/{id}', stale);
  const setStatus = (status: 'enabled' | 'disabled') =>
    update.run({ params, body: { status } }).then(close, () => undefined);
  const sendTest = () =>
    test.run({ params }).then(
      ({ id }) => navigate({ to: worldPath(`/deliveries/${id}`) }),
      () => undefined,
    );
  // Errors of acts without a dialog. A dialog shows its own.
  const error = test.error ?? (act === null ? update.error : null);
  return (
    <>
      {error && (
        <Alert color="red.8" variant="outline" py="xs">
          <FormError error={error} />
        </Alert>
      )}
      <Button variant="default" leftSection={<Send size={16} />} loading={test.isPending} onClick={sendTest}>
        {t('webhooks.test')}
      </Button>
      <MoreActions enabled={endpoint.status === 'enabled'} onChoose={setAct} onEnable={() => setStatus('enabled')} />
      {act === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} />}
      {act === 'roll' && <RollSecret endpoint={endpoint} onClose={close} />}
      <Confirm
        opened={act === 'disable'}
        onClose={close}
        title={t('webhooks.disable')}
        act={t('webhooks.disable')}
        pending={update.isPending}
        error={update.error}
        onConfirm={() => setStatus('disabled')}
      >
        {t('webhooks.disableAsk', { url: endpoint.url })}
      </Confirm>
      <DeleteEndpoint endpoint={endpoint} opened={act === 'delete'} onClose={close} />
    </>
  );
}

type MoreActionsProps = { enabled: boolean; onChoose: (act: Act) => void; onEnable: () => void };

function MoreActions({ enabled, onChoose, onEnable }: MoreActionsProps) {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={16} />}>
          {t('webhooks.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={16} />} onClick={() => onChoose('edit')}>
          {t('webhooks.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<RefreshCw size={16} />} onClick={() => onChoose('roll')}>
          {t('webhooks.roll')}
        </Menu.Item>
        <Menu.Item leftSection={<Power size={16} />} onClick={() => (enabled ? onChoose('disable') : onEnable())}>
          {enabled ? t('webhooks.disable') : t('webhooks.enable')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Trash2 size={16} />} c="var(--bad)" onClick={() => onChoose('delete')}>
          {t('webhooks.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RollSecret({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTexts();
  const roll = useChange('POST', '/webhooks/{id}/roll_secret');
  return (
    <RollDialog
      title={t('webhooks.roll')}
      lead={t('webhooks.rollLead', { url: endpoint.url })}
      act={t('webhooks.roll')}
      secretAdvice={t('webhooks.secretAdvice')}
      pending={roll.isPending}
      error={roll.error}
      roll={(overlap_seconds) =>
        roll.run({ params: { id: endpoint.id }, body: { overlap_seconds } }).then(
          ({ secret }) => secret,
          () => undefined,
        )
      }
      onClose={onClose}
    />
  );
}

type DeleteEndpointProps = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void };

function DeleteEndpoint({ endpoint, opened, onClose }: DeleteEndpointProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const remove = useChange('DELETE', '/webhooks/{id}', ['/webhooks']);
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('webhooks.delete')}
      act={t('webhooks.delete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.run({ params: { id: endpoint.id } }).then(
          () => navigate({ to: worldPath('/webhooks') }),
          () => undefined,
        )
      }
    >
      {t('webhooks.deleteAsk', { url: endpoint.url })}
    </Confirm>
  );
}
