import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schedule } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import classes from './payouts.module.css';
import { whatOf, whenOf } from './schedule-words.ts';

/** A sentence that says what is approved, on the page and in the dialog. The service makes the final check. */
export function ScheduleApproval({ schedule, wallet }: { schedule: Schedule; wallet: string }) {
  const { t } = useTexts();
  const mayDecide = useMayChange()('approval');
  const [asking, ask] = useDisclosure();
  const approved = useChange('POST', '/schedules/{id}/approve', ['/schedules', '/schedules/{id}']);
  const sentence = t('payroll.schedule.sentence', { what: whatOf(schedule, t), when: whenOf(schedule, t), wallet });
  const { id, version } = schedule;
  return (
    <div className={classes.approval}>
      <span>
        {t('payroll.schedule.waits')} {sentence}
      </span>
      {mayDecide && <Button onClick={ask.open}>{t('payroll.approve')}</Button>}
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={t('payroll.schedule.approveTitle')}
        act={t('payroll.approve')}
        danger={false}
        pending={approved.isPending}
        error={approved.error}
        onConfirm={() => approved.run({ params: { id }, body: { version } }).then(ask.close, () => undefined)}
      >
        {sentence} {t('payroll.schedule.threshold')}
      </Confirm>
    </div>
  );
}
