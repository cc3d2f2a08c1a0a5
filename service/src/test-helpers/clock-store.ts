import type { Statement } from '../db/database.ts';

/** An advance under way: how far each deadline moves, and its position. */
export type ClockJob = {
  readonly world: number;
  readonly seconds: bigint;
  readonly step: string;
  readonly cursor: string;
  readonly bounds: Readonly<Record<string, string>>;
  readonly started_at: Date;
};

/** Serialises the advances of one world. */
export const lockClock: Statement = {
  name: 'clock_lock',
  text: 'SELECT clock_offset_s FROM worlds WHERE id = $1 FOR NO KEY UPDATE',
};

export const advanceOffset: Statement = {
  name: 'clock_advance',
  text: 'UPDATE worlds SET clock_offset_s = clock_offset_s + $2 WHERE id = $1',
};

export const selectClock: Statement = {
  name: 'clock_select',
  text: `
    SELECT w.clock_offset_s, j.world IS NOT NULL AS advancing
    FROM worlds w LEFT JOIN clock_advances j ON j.world = w.id WHERE w.id = $1`,
};

export const selectJob: Statement = {
  name: 'clock_job_select',
  text: 'SELECT due_at FROM clock_advances WHERE world = $1',
};

/** A parked job continues when its tenant requests another advance. */
export const unparkJob: Statement = {
  name: 'clock_job_unpark',
  text: 'UPDATE clock_advances SET due_at = now(), failures = 0 WHERE world = $1 AND due_at IS NULL',
};

export const insertJob: Statement = {
  name: 'clock_job_insert',
  text: `
    INSERT INTO clock_advances (world, seconds, step, cursor, bounds, started_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, now())`,
};

const claim = (which: string) => `
  SELECT world, seconds, step, cursor, bounds, started_at FROM clock_advances
  WHERE ${which} LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** The job that has waited longest: worlds take turns, one slice each. */
export const claimDueJob: Statement = {
  name: 'clock_job_claim',
  text: claim('due_at <= now() ORDER BY due_at'),
};

export const claimJobOf: Statement = {
  name: 'clock_job_claim_of',
  text: claim('world = $1 AND due_at IS NOT NULL'),
};

/** The position after a slice. */
export const moveJob: Statement = {
  name: 'clock_job_move',
  text: 'UPDATE clock_advances SET step = $2, cursor = $3, failures = 0, due_at = clock_timestamp() WHERE world = $1',
};

export const deleteJob: Statement = {
  name: 'clock_job_delete',
  text: 'DELETE FROM clock_advances WHERE world = $1',
};

/** Backoff after a failed slice: 2, 4, 8 … 60 s. After `$2` failures the job is parked. */
export const putOffJob: Statement = {
  name: 'clock_job_put_off',
  text: `
    UPDATE clock_advances
    SET failures = failures + 1,
        due_at = CASE WHEN failures + 1 < $2 THEN now() + make_interval(secs => least(2 ^ (failures + 1), 60)) END
    WHERE world = $1 RETURNING failures, due_at`,
};

export const nextDueJob: Statement = {
  name: 'clock_job_next_due',
  text: `SELECT extract(epoch FROM (min(due_at) - now()))::float8 * 1000 AS ms FROM clock_advances WHERE due_at IS NOT NULL`,
};
