import { newId } from '../kernel/new-id.ts';
import { type Call, chapter, expect, say } from './print.ts';

type Planned = {
  readonly call: Call;
  readonly shop: string;
  readonly savings: string;
};

const DAY_MS = 24 * 3_600_000;

/** A monthly transfer by a rule, approved with the key that could make it itself. */
export async function showSchedule({ call, shop, savings }: Planned): Promise<void> {
  chapter('A transfer on the last weekday of each month');
  const rule = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';
  const first_date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const days = { rule, first_date, time: '18:00', time_zone: 'Africa/Abidjan' };
  // No two schedules that have not ended have one name.
  const work = { kind: 'transfer', name: newId('req'), currency: 'XOF', wallet: shop, to: savings, amount: 25 };
  const { id, status, version, next_runs } = (await call('POST', '/schedules', { ...work, ...days })).body;
  expect(status === 'pending' && next_runs.length === 5, 'a schedule waits for an approval and shows its next runs');
  say(`POST /schedules → ${id}, ${status}: ${rule}`);
  say(`the next runs: ${daysOf(next_runs)}`);
  const approved = (await call('POST', `/schedules/${id}/approve`, { version })).body;
  expect(approved.status === 'active', 'a key that may make transfers approves them');
  say(`POST /schedules/${id}/approve → ${approved.status}: a key may approve a transfer that it could make itself`);
  const skipped = (await call('POST', `/schedules/${id}/skip`, { date: next_runs[0].slice(0, 10) })).body;
  expect(skipped.next_runs[0] === next_runs[1], 'a skipped run is not made');
  say(`POST /schedules/${id}/skip, the first of them; then ${daysOf(skipped.next_runs)}`);
  const ended = (await call('POST', `/schedules/${id}/end`)).body;
  expect(ended.status === 'ended' && ended.next_runs.length === 0, 'an ended schedule has no run');
  say(`POST /schedules/${id}/end → ${ended.status}: there are no more runs`);
}

const daysOf = (runs: readonly string[]): string => runs.map((at) => at.slice(0, 10)).join(', ');
