import type pg from 'pg';
import { SLOT } from './stream-wal.ts';

/** Without backups to a store, the slot of earlier ones would keep WAL until the disk is full. */
export async function dropBackupSlot(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '${SLOT}' AND NOT active`,
  );
}
