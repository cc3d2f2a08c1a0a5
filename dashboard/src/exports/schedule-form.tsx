import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ExportInterval } from '../../../contract/src/exports.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { Choices, firstChoice } from './choices.tsx';
import { intervals } from './resources.ts';

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export function ScheduleForm({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const [choice, setChoice] = useState(firstChoice);
  const [interval, setInterval] = useState<ExportInterval>('monthly');
  const [zone, setZone] = useState(ownZone);
  const create = useChange('POST', '/export_schedules', ['/export_schedules']);
  const { resource, format, currency } = choice;
  const filters = currency ? { currency } : {};
  return (
    <FormDialog
      title={t('exports.addSchedule')}
      act={t('exports.addSchedule')}
      onClose={onClose}
      change={create}
      disabled={zone.trim() === ''}
      submit={() => create.run({ body: { resource, format, filters, interval, time_zone: zone.trim() } })}
    >
      <Choices choice={choice} onChange={(part) => setChoice((now) => ({ ...now, ...part }))} />
      <Select
        label={t('exports.interval')}
        data={intervals.map((value) => ({ value, label: t(`exports.intervalOf.${value}`) }))}
        value={interval}
        allowDeselect={false}
        onChange={(value) => setInterval(value as ExportInterval)}
      />
      <TextInput
        label={t('exports.timeZone')}
        value={zone}
        onChange={({ currentTarget }) => setZone(currentTarget.value)}
        error={faultOf(create.error, 'time_zone')}
      />
    </FormDialog>
  );
}
