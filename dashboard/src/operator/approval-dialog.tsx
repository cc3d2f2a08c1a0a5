import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import type { FormDialogProps } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';
import { OperatorDialog } from './operator-dialog.tsx';

type ApprovalDialogProps = Pick<FormDialogProps, 'title' | 'onClose' | 'change' | 'disabled' | 'children'> & {
  request: (reason: string) => Promise<{ id: string }>;
};

/** Requests an act with a reason, and opens the request. It is carried out when another operator approves it. */
export function ApprovalDialog({ change, disabled, request, children, ...props }: ApprovalDialogProps) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const navigate = useNavigate();
  return (
    <OperatorDialog
      {...props}
      act={t('operator.ask')}
      change={change}
      disabled={disabled || reason.trim() === ''}
      submit={async () => {
        const { id } = await request(reason);
        await navigate({ to: `/operator/approvals/${id}` });
      }}
    >
      {children}
      <TextInput
        label={t('operator.reason')}
        required
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(change.error, 'reason')}
      />
      <Text c="dimmed" size="sm">
        {t('operator.twoPeople')}
      </Text>
    </OperatorDialog>
  );
}
