import { Select } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { useBranches } from '../world/branches.ts';

/** The name of a record's branch; its id until the name is known. */
export function BranchName({ id }: { id: string }) {
  const branch = useBranches().find((one) => one.id === id);
  return <>{branch?.name ?? id}</>;
}

type BranchSelectProps = {
  value: string | null;
  onChange: (branch: string | null) => void;
  error?: string | undefined;
};

/** The branch of a new or changed record. Nothing while the merchant has no branches. An archived one stays chosen. */
export function BranchSelect({ value, onChange, error }: BranchSelectProps) {
  const { t } = useTexts();
  const choices = useBranches().filter(({ id, archived_at }) => archived_at === null || id === value);
  if (choices.length === 0) return null;
  return (
    <Select
      label={t('record.branch')}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clearOne', { name: t('record.branch') }) }}
      data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

type BranchChoiceProps = {
  value: string | undefined;
  onChange: (branch: string | undefined) => void;
};

/** Filters by a branch, also by an archived one. Nothing while the merchant has no branches. */
export function BranchChoice({ value, onChange }: BranchChoiceProps) {
  const { t } = useTexts();
  const branches = useBranches();
  if (branches.length === 0) return null;
  return (
    <Select
      aria-label={t('record.branch')}
      placeholder={t('record.branch')}
      size="xs"
      w={150}
      clearable={value !== undefined}
      clearButtonProps={{ 'aria-label': t('list.clearOne', { name: t('record.branch') }) }}
      // Inside the landmark of the filters.
      comboboxProps={{ withinPortal: false }}
      data={branches.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(branch) => onChange(branch ?? undefined)}
    />
  );
}
