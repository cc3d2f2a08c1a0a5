import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Branch } from '../../../contract/src/branches.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Plus } from '../ui/icons.ts';
import { Table } from '../ui/list-page.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { useBranches } from '../world/branches.ts';
import { useChange } from '../world/change.ts';

/** The shops of the merchant. The merchant's own people and owners change them. */
export function Branches({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTexts();
  const branches = useBranches();
  const [renamed, rename] = useState<Branch | null>(null);
  const change = useChange('PATCH', '/branches/{id}', ['/branches']);
  const archive = ({ id, archived_at }: Branch) =>
    change.run({ params: { id }, body: { archived: archived_at === null } }).catch(() => undefined);
  const acts = {
    head: t('keys.acts'),
    end: true,
    cell: (branch: Branch) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('settings.renameBranch', { name: branch.name })}
          onClick={() => rename(branch)}
        >
          {t('settings.rename')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t(branch.archived_at ? 'settings.restoreBranch' : 'settings.archiveBranch', {
            name: branch.name,
          })}
          disabled={change.isPending}
          onClick={() => archive(branch)}
        >
          {t(branch.archived_at ? 'settings.restore' : 'settings.archive')}
        </Button>
      </Group>
    ),
  };
  return (
    <Stack>
      <Text maw={560}>{t('settings.branchesAdvice')}</Text>
      <FormError error={change.error} />
      {branches.length > 0 && (
        <Table
          rows={branches}
          to={undefined}
          columns={[
            { head: t('record.branch'), cell: ({ name }) => name },
            { head: t('record.status'), cell: (one) => t(one.archived_at ? 'settings.archived' : 'settings.inUse') },
            ...(mayEdit ? [acts] : []),
          ]}
        />
      )}
      {mayEdit && <AddBranch />}
      {renamed && <RenameBranch branch={renamed} onClose={() => rename(null)} />}
    </Stack>
  );
}

function AddBranch() {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const create = useChange('POST', '/branches', ['/branches']);
  const name = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({ body: { name } }).then(
      () => setText(''),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          label={t('settings.newBranch')}
          maxLength={60}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={faultOf(create.error, 'name')}
        />
        <FormError error={create.error} />
        <Button
          type="submit"
          variant="default"
          leftSection={<Plus size={16} />}
          loading={create.isPending}
          disabled={name === ''}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('settings.addBranch')}
        </Button>
      </Stack>
    </form>
  );
}

function RenameBranch({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState(branch.name);
  const change = useChange('PATCH', '/branches/{id}', ['/branches']);
  const name = text.trim();
  return (
    <FormDialog
      title={t('settings.renameBranch', { name: branch.name })}
      act={t('ui.save')}
      onClose={onClose}
      change={change}
      disabled={name === '' || name === branch.name}
      submit={() => change.run({ params: { id: branch.id }, body: { name } })}
    >
      <TextInput
        label={t('account.name')}
        maxLength={60}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={faultOf(change.error, 'name')}
      />
    </FormDialog>
  );
}
