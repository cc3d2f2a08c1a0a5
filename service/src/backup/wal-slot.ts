import type { Database } from '../db/database.ts';
import { parseLsn, SLOT } from '../postgres/stream-wal.ts';

export type Slot = {
  /** The position to stream from. */
  readonly from: bigint;
  readonly segmentBytes: number;
  readonly timeline: number;
};

const selectSlot = {
  name: 'backup_slot',
  text: 'SELECT restart_lsn::text AS lsn FROM pg_replication_slots WHERE slot_name = $1',
};

const createSlot = {
  name: 'backup_slot_create',
  text: 'SELECT lsn::text FROM pg_create_physical_replication_slot($1, true)',
};

const selectCluster = {
  name: 'backup_cluster',
  text: `
    SELECT timeline_id AS timeline,
           (SELECT setting::int FROM pg_settings WHERE name = 'wal_segment_size') AS segment
    FROM pg_control_checkpoint()`,
};

/** The slot that keeps WAL until the store has it. A new one begins at the start of a segment. */
export async function openSlot(db: Database): Promise<Slot> {
  const [cluster] = await db.query<{ timeline: number; segment: number }>(selectCluster);
  const { timeline, segment } = cluster!;
  const [known] = await db.query<{ lsn: string | null }>(selectSlot, [SLOT]);
  if (known?.lsn) return { from: parseLsn(known.lsn), segmentBytes: segment, timeline };
  const [made] = await db.query<{ lsn: string }>(createSlot, [SLOT]);
  const position = parseLsn(made!.lsn);
  return { from: position - (position % BigInt(segment)), segmentBytes: segment, timeline };
}
