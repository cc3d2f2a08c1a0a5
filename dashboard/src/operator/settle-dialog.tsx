import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CaseDetail } from '../../../contract/src/cases.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Choice } from './choice.tsx';

/** A failure, or a success with one of two amounts. */
type Ending = 'failed' | 'asked' | 'reported';

const stale = ['/operator/cases', '/operator/cases/{id}', '/operator/approvals'] as const;

/** Requests that the case's record is settled by hand. */
export function SettleDialog({ record, onClose }: { record: CaseDetail; onClose: () => void }) {
  const { t } = useTexts();
  // Only the case of a wrong amount has an amount that its record has not.
  const endings: readonly Ending[] =
    record.kind === 'wrong_amount' ? ['reported', 'asked', 'failed'] : ['asked', 'failed'];
  const [ending, setEnding] = useState<Ending>(endings[0]!);
  const [text, setText] = useState('');
  const change = useChange('POST', '/operator/cases/{id}/settle', stale, { once: true });
  const receipt = text.trim();
  const request = (reason: string) =>
    change.run({
      params: { id: record.id },
      body:
        ending === 'failed'
          ? { outcome: ending, reason }
          : { outcome: 'succeeded', amount: ending, provider_reference: receipt, reason },
    });
  return (
    <ApprovalDialog
      title={t('operator.settle')}
      onClose={onClose}
      change={change}
      disabled={ending !== 'failed' && receipt === ''}
      request={request}
    >
      <Text size="sm">{t('operator.settleAdvice')}</Text>
      <Choice
        label={t('operator.outcome')}
        options={endings}
        nameOf={(one) => (one === 'failed' ? t('status.failed') : t(`operator.settlementOf.${one}`))}
        value={ending}
        onChange={setEnding}
      />
      {ending !== 'failed' && (
        <TextInput
          label={t('payments.railReference')}
          required
          data-autofocus
          maxLength={64}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={faultOf(change.error, 'provider_reference')}
        />
      )}
    </ApprovalDialog>
  );
}
