import { WebhookHealth } from '../../../contract/src/webhook-health.ts';
import type { Database, Statement } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';

const DAYS = 7;
const PERIOD_MS = 6 * 3_600_000;
const PERIODS = (DAYS * 86_400_000) / PERIOD_MS;

type Hour = [at: number, succeeded: number, failed: number];
type HealthRow = {
  id: string;
  livemode: boolean;
  last_at: Date | null;
  last_succeeded: boolean | null;
  hours: Hour[] | null;
};

const selectHealth: Statement = {
  name: 'endpoints_health',
  text: `
    SELECT e.id, w.livemode, l.last_at, l.last_succeeded, p.hours
    FROM webhook_endpoints e JOIN worlds w ON w.id = e.world
    LEFT JOIN LATERAL (
      SELECT last_at, last_succeeded FROM endpoint_hours h
      WHERE h.world = e.world AND h.endpoint_id = e.id ORDER BY h.hour DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_array((extract(epoch FROM h.hour) * 1000)::int8, h.succeeded, h.failed)) AS hours
      FROM endpoint_hours h
      WHERE h.world = e.world AND h.endpoint_id = e.id AND h.hour >= now() - interval '${DAYS} days') p ON true
    WHERE e.world = $1 AND e.deleted_at IS NULL AND NOT e.inbox
    ORDER BY e.id DESC`,
};

const serialise = serialiser<WebhookHealth>(WebhookHealth);

/** The outcomes of the attempts at each endpoint, counted by hour when they were recorded. */
export async function listHealth(db: Database, caller: Caller, _query: unknown, url: string): Promise<string> {
  const rows = await db.query<HealthRow>(selectHealth, [caller.world]);
  const end = Math.ceil(Date.now() / PERIOD_MS) * PERIOD_MS;
  return renderList(
    url,
    rows.map((row) => render(row, end)),
    false,
  );
}

function render({ id, livemode, hours, last_at, last_succeeded }: HealthRow, end: number): string {
  const within: Hour[] = hours ?? [];
  const starts = Array.from({ length: PERIODS }, (_, i) => end - (PERIODS - i) * PERIOD_MS);
  const periods = starts.map((start) => ({
    at: new Date(start).toISOString(),
    ...sumOf(within.filter(([at]) => at >= start && at < start + PERIOD_MS)),
  }));
  const all = sumOf(periods.map((one): Hour => [0, one.succeeded_count, one.failed_count]));
  const made = all.succeeded_count + all.failed_count;
  return serialise({
    object: 'webhook_health',
    endpoint: id,
    livemode,
    ...all,
    success_rate: made === 0 ? null : Math.round((all.succeeded_count / made) * 10_000) / 10_000,
    last_attempt_at: last_at?.toISOString() ?? null,
    last_succeeded,
    periods,
  });
}

const sumOf = (hours: readonly Hour[]) => ({
  succeeded_count: hours.reduce((sum, [, succeeded]) => sum + succeeded, 0),
  failed_count: hours.reduce((sum, [, , failed]) => sum + failed, 0),
});
