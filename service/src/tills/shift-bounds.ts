import { encodeTime } from '../core/id.ts';
import type { ShiftRow } from './store.ts';

/** Ids may differ from the time of their record by the duration of a busy batch (http/list.ts). */
const SLACK_MS = 60_000;

/** The ids that sessions of a shift's time can have, so that the key finds them. */
export function idsOf({ started_at, ended_at }: Pick<ShiftRow, 'started_at' | 'ended_at'>): [from: string, to: string] {
  const to = ended_at ? `cs_${encodeTime(ended_at.getTime() + SLACK_MS)}` : 'cs_~';
  return [`cs_${encodeTime(started_at.getTime() - SLACK_MS)}`, to];
}
