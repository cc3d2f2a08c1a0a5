import type { Schedule, ScheduleStatus } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CircleCheck, CircleDashed, CircleSlash, Clock } from '../ui/icons.ts';
import uiClasses from '../ui/ui.module.css';

const looks = {
  pending: { Icon: Clock, className: uiClasses.wait },
  active: { Icon: CircleCheck, className: uiClasses.ok },
  paused: { Icon: CircleSlash, className: uiClasses.calm },
  ended: { Icon: CircleDashed, className: uiClasses.calm },
} as const satisfies Record<ScheduleStatus, object>;

/** A colour, an icon and a word. A pending schedule waits for a person. */
export function ScheduleStatusMark({ schedule: { status } }: { schedule: Schedule }) {
  const { t } = useTexts();
  const { Icon, className } = looks[status];
  return (
    <span className={`${uiClasses.status} ${className}`}>
      <Icon size={13} aria-hidden />
      {t(`payroll.statusOf.${status}`)}
    </span>
  );
}
