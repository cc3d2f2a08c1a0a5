import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schedule, ScheduleInterval } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';

type ScheduleFields = Pick<
  Schedule,
  'name' | 'interval' | 'first_date' | 'time' | 'time_zone' | 'until' | 'notice_hours'
>;

const intervals: readonly ScheduleInterval[] = ['once', 'weekly', 'monthly'];
const notices = [0, 24, 48, 168];

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
/** Tomorrow in the browser's zone, as a date field has it. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toLocaleDateString('sv');

export const newFields = (name: string): ScheduleFields => ({
  name: name.slice(0, 50),
  interval: 'monthly',
  first_date: tomorrow(),
  time: '09:00',
  time_zone: ownZone(),
  until: null,
  notice_hours: 24,
});

type ScheduleFormProps = {
  title: string;
  first: ScheduleFields;
  /** The name is part of the references of its payouts, and stays. */
  isNamed: boolean;
  change: { readonly isPending: boolean; readonly error: unknown };
  onClose: () => void;
  submit: (fields: ScheduleFields) => Promise<unknown>;
};

/** When a payout is made, and how often. */
export function ScheduleForm({ title, first, isNamed, change, onClose, submit }: ScheduleFormProps) {
  const { t } = useTexts();
  const [fields, setFields] = useState(first);
  const set = (some: Partial<ScheduleFields>) => setFields((now) => ({ ...now, ...some }));
  const { error } = change;
  return (
    <FormDialog
      title={title}
      act={t('payroll.schedule.save')}
      onClose={onClose}
      change={change}
      disabled={fields.name.trim() === '' || fields.first_date === '' || fields.time === ''}
      submit={() => submit({ ...fields, name: fields.name.trim(), time_zone: fields.time_zone.trim() })}
    >
      {!isNamed && (
        <TextInput
          label={t('payouts.column.name')}
          maxLength={50}
          value={fields.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          error={faultOf(error, 'name')}
        />
      )}
      <Select
        label={t('payroll.schedule.interval')}
        data={intervals.map((value) => ({ value, label: t(`payroll.intervalOf.${value}`) }))}
        value={fields.interval}
        allowDeselect={false}
        onChange={(value) => set({ interval: value as ScheduleInterval })}
      />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label={t('payroll.schedule.first')}
          value={fields.first_date}
          onChange={({ currentTarget }) => set({ first_date: currentTarget.value })}
          error={faultOf(error, 'first_date')}
        />
        <TextInput
          type="time"
          label={t('payroll.schedule.time')}
          value={fields.time}
          onChange={({ currentTarget }) => set({ time: currentTarget.value.slice(0, 5) })}
          error={faultOf(error, 'time')}
        />
      </Group>
      {fields.interval !== 'once' && (
        <TextInput
          type="date"
          label={t('payroll.schedule.until')}
          value={fields.until ?? ''}
          onChange={({ currentTarget }) => set({ until: currentTarget.value || null })}
          error={faultOf(error, 'until')}
        />
      )}
      <TextInput
        label={t('payroll.schedule.zone')}
        value={fields.time_zone}
        onChange={({ currentTarget }) => set({ time_zone: currentTarget.value })}
        error={faultOf(error, 'time_zone')}
      />
      <Select
        label={t('payroll.schedule.notice')}
        data={notices.map((hours) => ({ value: String(hours), label: noticeOf(hours) }))}
        value={String(fields.notice_hours)}
        allowDeselect={false}
        onChange={(value) => set({ notice_hours: Number(value) })}
      />
    </FormDialog>
  );

  function noticeOf(hours: number): string {
    return hours === 0 ? t('payroll.schedule.atRun') : t('payroll.schedule.days', { count: hours / 24 });
  }
}
