import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConfiguredRail } from '../../../contract/src/rail-settings.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { CredentialsField, readCredentials } from './credentials-field.tsx';
import { OperatorDialog } from './operator-dialog.tsx';

/** Changes the credentials. A live rail keeps its own until another operator approves. */
export function RotateDialog({ rail, onClose }: { rail: ConfiguredRail; onClose: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [baseUrl, setBaseUrl] = useState(rail.proposal?.base_url ?? rail.base_url);
  const [reason, setReason] = useState('');
  const providers = useRead('/operator/providers');
  const rotate = useChange('POST', '/operator/rail_settings/{slug}/rotate', [
    '/operator/rail_settings',
    '/operator/rail_settings/{slug}',
    '/operator/approvals',
  ]);
  const credentials = readCredentials(text);
  return (
    <OperatorDialog
      title={t('operator.rotate')}
      act={rail.livemode ? t('operator.ask') : t('operator.rotate')}
      onClose={onClose}
      change={rotate}
      disabled={credentials === null || reason.trim() === ''}
      submit={() =>
        rotate.run({ params: { slug: rail.slug }, body: { credentials: credentials!, base_url: baseUrl, reason } })
      }
    >
      <TextInput
        label={t('operator.baseUrl')}
        required
        maxLength={300}
        value={baseUrl}
        onChange={({ currentTarget }) => setBaseUrl(currentTarget.value)}
        error={faultOf(rotate.error, 'base_url')}
      />
      <CredentialsField
        value={text}
        onType={setText}
        schema={providers.data?.data.find(({ name }) => name === rail.provider)?.credentials}
      />
      <TextInput
        label={t('operator.reason')}
        required
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(rotate.error, 'reason')}
      />
    </OperatorDialog>
  );
}
