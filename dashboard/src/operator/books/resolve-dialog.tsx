import { Text } from '@mantine/core';
import { useState } from 'react';
import type { ExceptionResolution } from '../../../../contract/src/approvals.ts';
import type { CaseDetail } from '../../../../contract/src/cases.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Money } from '../../ui/money.tsx';
import { useChange } from '../../world/change.ts';
import { ApprovalDialog } from '../approval-dialog.tsx';
import { Choice } from '../choice.tsx';
import type { Exception } from './read-exception.ts';

type Decision = ExceptionResolution['decision'];
type ResolveDialogProps = { record: CaseDetail; exception: Exception; onClose: () => void };

/** Requests to book the difference, so that the clearing wallet equals the provider. */
export function ResolveDialog({ record, exception, onClose }: ResolveDialogProps) {
  const { t } = useTexts();
  const { kind, difference, currency } = exception;
  // Only money that is at the provider can wait in suspense.
  const decisions: readonly Decision[] = difference > 0n ? ['suspense', 'write_off', 'fee'] : ['write_off', 'fee'];
  const [decision, decide] = useState<Decision>(kind === 'fee_differs' ? 'fee' : decisions[0]!);
  const resolve = useChange(
    'POST',
    '/operator/cases/{id}/resolve',
    ['/operator/cases', '/operator/cases/{id}', '/operator/approvals'],
    { once: true },
  );
  return (
    <ApprovalDialog
      title={t('books.resolve')}
      onClose={onClose}
      change={resolve}
      request={(reason) => resolve.run({ params: { id: record.id }, body: { decision, reason } })}
    >
      <div>
        {t('books.resolveAsk')} <Money amount={difference} currency={currency} />
      </div>
      <Choice
        label={t('operator.decision')}
        options={decisions}
        nameOf={(value) => t(`operator.decisionOf.${value}`)}
        value={decision}
        onChange={decide}
      />
      <Text size="sm">{t(`books.decisionAdvice.${decision}`)}</Text>
    </ApprovalDialog>
  );
}
