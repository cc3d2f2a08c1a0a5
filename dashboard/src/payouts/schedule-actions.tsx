import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schedule } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { QuietLink } from '../ui/quiet-link.tsx';
import { FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { whatOf } from './schedule-words.ts';

const stale = ['/schedules', '/schedules/{id}'] as const;

/** The actions on a schedule that has not ended. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { t } = useTexts();
  const mayPay = useMayChange()('money');
  const paused = useChange('POST', '/schedules/{id}/pause', stale);
  const resumed = useChange('POST', '/schedules/{id}/resume', stale);
  const { id, status } = schedule;
  if (!mayPay || status === 'ended') return null;
  return (
    <>
      {status === 'active' && (
        <Button
          variant="default"
          loading={paused.isPending}
          onClick={() => paused.run({ params: { id } }).catch(() => undefined)}
        >
          {t('payroll.schedule.pause')}
        </Button>
      )}
      {status === 'paused' && (
        <Button loading={resumed.isPending} onClick={() => resumed.run({ params: { id } }).catch(() => undefined)}>
          {t('payroll.schedule.resume')}
        </Button>
      )}
      <ChangeTimes schedule={schedule} />
      {schedule.kind === 'payout' && (
        <QuietLink to={`/payouts/new?schedule=${id}`}>{t('payroll.schedule.changePeople')}</QuietLink>
      )}
      <End schedule={schedule} />
      <FormError error={paused.error ?? resumed.error} />
    </>
  );
}

function ChangeTimes({ schedule }: { schedule: Schedule }) {
  const { t } = useTexts();
  const [changing, change] = useDisclosure();
  const changed = useChange('PATCH', '/schedules/{id}', stale);
  return (
    <>
      <Button variant="default" onClick={change.open}>
        {t('payroll.schedule.changeTimes')}
      </Button>
      {changing && (
        <ScheduleForm
          title={t('payroll.schedule.changeTimes')}
          first={schedule}
          isNamed
          change={changed}
          onClose={change.close}
          submit={({ name: _, ...body }) => changed.run({ params: { id: schedule.id }, body })}
        />
      )}
    </>
  );
}

function End({ schedule }: { schedule: Schedule }) {
  const { t } = useTexts();
  const [asking, ask] = useDisclosure();
  const ended = useChange('POST', '/schedules/{id}/end', stale);
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {t('payroll.schedule.end')}
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={t('payroll.schedule.endTitle')}
        act={t('payroll.schedule.end')}
        pending={ended.isPending}
        error={ended.error}
        onConfirm={() => ended.run({ params: { id: schedule.id } }).then(ask.close, () => undefined)}
      >
        {t('payroll.schedule.endAsk', { name: schedule.name, what: whatOf(schedule, t) })}
      </Confirm>
    </>
  );
}
