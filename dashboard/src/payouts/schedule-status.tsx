import type { Schedule, ScheduleStatus } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Status, type StatusName } from '../ui/status.tsx';

/** A pending schedule waits for a person. */
const alike = { pending: 'waiting', active: 'active', paused: 'paused', ended: 'closed' } as const satisfies Record<
  ScheduleStatus,
  StatusName
>;

export function ScheduleStatusMark({ schedule: { status } }: { schedule: Schedule }) {
  const { t } = useTexts();
  return <Status status={alike[status]} text={t(`payroll.statusOf.${status}`)} />;
}
