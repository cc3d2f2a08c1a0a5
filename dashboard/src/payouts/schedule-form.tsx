import { Group, Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schedule } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';
import { choiceOf, type DayChoice, dayChoices, daysOf, plainRule } from './schedule-days.ts';

type ScheduleFields = Pick<
  Schedule,
  'name' | 'interval' | 'rule' | 'first_date' | 'time' | 'time_zone' | 'until' | 'notice_hours'
>;
/** The fields as a request has them. */
type Sent = Omit<ScheduleFields, 'interval' | 'rule'> & ReturnType<typeof daysOf>;

const notices = [0, 24, 48, 168];

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
/** Tomorrow in the browser's zone, as a date field has it. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toLocaleDateString('sv');

export const newFields = (name: string): ScheduleFields => ({
  name: name.slice(0, 50),
  interval: 'monthly',
  rule: '',
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
  submit: (fields: Sent) => Promise<unknown>;
  /** Fields of what is paid. */
  children?: ReactNode;
  /** Whether these are filled in. */
  isReady?: boolean;
};

/** When a payout or transfer is made, and how often. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { title, first, isNamed, change, onClose, submit, children, isReady = true } = props;
  const { t } = useTexts();
  const [fields, setFields] = useState({ ...first, rule: plainRule(first) });
  const [choice, choose] = useState(choiceOf(first));
  const set = (some: Partial<ScheduleFields>) => setFields((now) => ({ ...now, ...some }));
  const { error } = change;
  const isEmpty = [fields.name, fields.first_date, fields.time, choice === 'rule' ? fields.rule : 'x'].some(
    (text) => text.trim() === '',
  );
  return (
    <FormDialog
      title={title}
      act={t('payroll.schedule.save')}
      onClose={onClose}
      change={change}
      disabled={!isReady || isEmpty}
      submit={() => {
        const { interval: _, rule, name, time_zone, until, ...rest } = fields;
        const said = {
          ...rest,
          name: name.trim(),
          time_zone: time_zone.trim(),
          until: choice === 'once' ? null : until,
        };
        return submit({ ...said, ...daysOf(choice, rule) });
      }}
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
      {children}
      <DayFields
        choice={choice}
        choose={choose}
        rule={fields.rule}
        type={(rule) => set({ rule })}
        fault={faultOf(error, 'rule')}
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
      {choice !== 'once' && (
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
      <NoticeField hours={fields.notice_hours} choose={(notice_hours) => set({ notice_hours })} />
    </FormDialog>
  );
}

type DayFieldsProps = {
  choice: DayChoice;
  choose: (choice: DayChoice) => void;
  rule: string;
  type: (rule: string) => void;
  fault: string | undefined;
};

/** The days by name, or by a rule of one's own. */
function DayFields({ choice, choose, rule, type, fault }: DayFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <Select
        label={t('payroll.schedule.interval')}
        data={dayChoices.map((value) => ({ value, label: t(`payroll.intervalOf.${value}`) }))}
        value={choice}
        allowDeselect={false}
        onChange={(value) => choose(value as DayChoice)}
        error={choice === 'rule' ? undefined : fault}
      />
      {choice === 'rule' && (
        <TextInput
          label={t('payroll.schedule.rule')}
          placeholder="FREQ=MONTHLY;BYMONTHDAY=15,-1"
          maxLength={200}
          value={rule}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          error={fault}
        />
      )}
    </>
  );
}

function NoticeField({ hours, choose }: { hours: number; choose: (hours: number) => void }) {
  const { t } = useTexts();
  const labelOf = (one: number) =>
    one === 0 ? t('payroll.schedule.atRun') : t('payroll.schedule.days', { count: one / 24 });
  return (
    <Select
      label={t('payroll.schedule.notice')}
      data={notices.map((one) => ({ value: String(one), label: labelOf(one) }))}
      value={String(hours)}
      allowDeselect={false}
      onChange={(value) => choose(Number(value))}
    />
  );
}
