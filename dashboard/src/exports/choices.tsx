import { Group, Select, TextInput } from '@mantine/core';
import type { ExportFormat, ExportResource } from '../../../contract/src/exports.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formats, resources } from './resources.ts';

export type Choice = { readonly resource: ExportResource; readonly format: ExportFormat; readonly currency: string };
export const firstChoice: Choice = { resource: 'payments', format: 'csv', currency: '' };

type ChoicesProps = { choice: Choice; onChange: (part: Partial<Choice>) => void };

/** The records of an export, and its format. */
export function Choices({ choice, onChange }: ChoicesProps) {
  const { t } = useTexts();
  return (
    <>
      <Select
        label={t('exports.resource')}
        data={resources.map((value) => ({ value, label: t(`exports.resourceOf.${value}`) }))}
        value={choice.resource}
        allowDeselect={false}
        data-autofocus
        onChange={(value) => onChange({ resource: value as ExportResource })}
      />
      <Select
        label={t('exports.format')}
        description={t(`exports.formatAdvice.${choice.format}`)}
        data={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        value={choice.format}
        allowDeselect={false}
        onChange={(value) => onChange({ format: value as ExportFormat })}
      />
      <Select
        label={t('record.currency')}
        data={[{ value: '', label: t('exports.everyCurrency') }, ...Object.keys(service.currencies)]}
        value={choice.currency}
        allowDeselect={false}
        onChange={(value) => onChange({ currency: value ?? '' })}
      />
    </>
  );
}

type DaysProps = { since: string; until: string; onChange: (part: { since?: string; until?: string }) => void };

/** Two days of the viewer's time zone; both may be empty. */
export function Days({ since, until, onChange }: DaysProps) {
  const { t } = useTexts();
  return (
    <Group grow>
      <TextInput
        type="date"
        label={t('wallets.since')}
        value={since}
        max={until}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('wallets.until')}
        value={until}
        min={since}
        onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
      />
    </Group>
  );
}
