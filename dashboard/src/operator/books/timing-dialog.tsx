import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CaseDetail } from '../../../../contract/src/cases.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { faultOf } from '../../ui/states.tsx';
import { useChange } from '../../world/change.ts';
import { OperatorDialog } from '../operator-dialog.tsx';

/** Three days from now: a weekend and its Monday. */
const soon = () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** The other side is expected to book the movement later. */
export function TimingDialog({ record, onClose }: { record: CaseDetail; onClose: () => void }) {
  const { t } = useTexts();
  const [until, setUntil] = useState(soon);
  const [reason, setReason] = useState('');
  const mark = useChange('POST', '/operator/cases/{id}/mark_timing', [
    '/operator/cases',
    '/operator/cases/{id}',
    '/operator/reconciliation',
  ]);
  return (
    <OperatorDialog
      title={t('books.timing')}
      act={t('books.timing')}
      onClose={onClose}
      change={mark}
      disabled={until === '' || reason.trim() === ''}
      submit={() => mark.run({ params: { id: record.id }, body: { until, reason: reason.trim() } })}
    >
      <Text size="sm">{t('books.timingAsk')}</Text>
      <TextInput
        type="date"
        label={t('books.until')}
        required
        data-autofocus
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        error={faultOf(mark.error, 'until')}
      />
      <TextInput
        label={t('operator.reason')}
        required
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(mark.error, 'reason')}
      />
    </OperatorDialog>
  );
}
