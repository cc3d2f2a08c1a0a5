import { routes } from '../../../../contract/src/routes.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly, withDeps } from '../../kernel/operation.ts';
import type { ItemRouting } from '../route-items.ts';
import { endSchedules, pauseSchedules, resumeSchedules, skipRuns } from './change-status.ts';
import { createPayoutSchedules, updateSchedules } from './create.ts';
import { approveSchedules, type Threshold } from './decide.ts';
import { listPayoutSchedules, readSchedule } from './read.ts';

type ScheduleRoutes =
  | 'createSchedule'
  | 'listSchedules'
  | 'getSchedule'
  | 'updateSchedule'
  | 'approveSchedule'
  | 'pauseSchedule'
  | 'resumeSchedule'
  | 'skipSchedule'
  | 'endSchedule';

/** The routes of schedules. */
export function createScheduleHandlers(
  { db, idempotent, list }: Access,
  threshold: Threshold,
  routing: ItemRouting,
): Pick<Handlers, ScheduleRoutes> {
  return {
    createSchedule: idempotent(routes.createSchedule, withDeps(createPayoutSchedules, routing), serialOnly),
    listSchedules: list(listPayoutSchedules),
    getSchedule: (caller, query) => readSchedule(db, caller, query),
    updateSchedule: idempotent(routes.updateSchedule, withDeps(updateSchedules, routing), serialOnly),
    approveSchedule: idempotent(routes.approveSchedule, withDeps(approveSchedules, threshold), serialOnly),
    pauseSchedule: idempotent(routes.pauseSchedule, pauseSchedules, serialOnly),
    resumeSchedule: idempotent(routes.resumeSchedule, resumeSchedules, serialOnly),
    skipSchedule: idempotent(routes.skipSchedule, skipRuns, serialOnly),
    endSchedule: idempotent(routes.endSchedule, endSchedules, serialOnly),
  };
}
