import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PaymentLink } from '../../../contract/src/links.ts';
import { useTexts } from '../texts/use-texts.ts';
import { BranchSelect } from '../ui/branch.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

/** The texts of a link. An empty one is removed. */
export function EditLink({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { t } = useTexts();
  const [name, setName] = useState(link.name ?? '');
  const [description, setDescription] = useState(link.description ?? '');
  const [branch, setBranch] = useState(link.branch);
  const change = useChange('PATCH', '/links/{id}', ['/links/{id}', '/links']);
  const body = { name: name.trim() || null, description: description.trim() || null, branch };
  return (
    <FormDialog
      title={t('links.edit')}
      act={t('ui.save')}
      onClose={onClose}
      change={change}
      disabled={body.name === link.name && body.description === link.description && branch === link.branch}
      submit={() => change.run({ params: { id: link.id }, body })}
    >
      <Text>{t('links.editAdvice')}</Text>
      <TextInput
        label={t('links.name')}
        maxLength={60}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={faultOf(change.error, 'name')}
      />
      <Textarea
        label={t('record.description')}
        maxLength={255}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        error={faultOf(change.error, 'description')}
      />
      <BranchSelect value={branch} onChange={setBranch} error={faultOf(change.error, 'branch')} />
    </FormDialog>
  );
}
