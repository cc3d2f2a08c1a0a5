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
export function ScheduleApproval({ schedule, wallet, to }: { schedule: Schedule; wallet: string; to: string }) {
  const { t } = useTexts();
  const mayDecide = useMayChange()('approval');
  const [asking, ask] = useDisclosure();
  const approved = useChange('POST', '/schedules/{id}/approve', ['/schedules', '/schedules/{id}']);
  const { id, version, kind } = schedule;
  const isPayout = kind === 'payout';
  const said = { what: whatOf(schedule, t, to), when: whenOf(schedule, t), wallet };
  const sentence = t(isPayout ? 'payroll.schedule.sentence' : 'payroll.schedule.move', said);
  return (
    <div className={classes.approval}>
      <span>
        {t(isPayout ? 'payroll.schedule.waits' : 'payroll.schedule.waitsToMove')} {sentence}
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
        {sentence} {isPayout && t('payroll.schedule.threshold')}
      </Confirm>
    </div>
  );
}
