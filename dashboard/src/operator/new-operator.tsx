import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OperatorRole } from '../../../contract/src/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { Choice } from './choice.tsx';
import { OperatorDialog } from './operator-dialog.tsx';

const roles = Object.keys({ support: 1, compliance: 1, finance: 1, admin: 1 } satisfies Record<
  OperatorRole,
  1
>) as OperatorRole[];

/** One admin requests a new operator, and another approves. */
export function NewOperator({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const [form, setForm] = useState({ email: '', name: '', role: 'support' as OperatorRole, reason: '' });
  const ask = useChange('POST', '/operator/operators', ['/operator/approvals']);
  const field = (name: 'email' | 'name' | 'reason') => ({
    required: true,
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
    error: faultOf(ask.error, name),
  });
  return (
    <OperatorDialog
      title={t('operator.newOperator')}
      act={t('operator.ask')}
      onClose={onClose}
      change={ask}
      submit={() => ask.run({ body: form })}
    >
      <Text c="dimmed" size="sm">
        {t('operator.twoPeople')}
      </Text>
      <TextInput label={t('operator.email')} type="email" data-autofocus {...field('email')} />
      <TextInput label={t('operator.name')} maxLength={100} {...field('name')} />
      <Choice
        label={t('operator.role')}
        options={roles}
        nameOf={(role) => t(`operator.roleOf.${role}`)}
        value={form.role}
        onChange={(role) => setForm({ ...form, role })}
      />
      <TextInput label={t('operator.reason')} maxLength={300} {...field('reason')} />
    </OperatorDialog>
  );
}
