import type { Database, Statement } from '../db/database.ts';

const isStandby: Statement = { name: 'ledger_check_standby', text: 'SELECT pg_is_in_recovery() AS standby' };
const record: Statement = {
  name: 'ledger_check_record',
  text: 'UPDATE ledger_checks SET checked_at = now(), findings = $1',
};

/** Records a check for /metrics. A standby cannot record one. */
export async function recordCheck(db: Database, findings: number): Promise<void> {
  const [server] = await db.query<{ standby: boolean }>(isStandby);
  if (!server!.standby) await db.query(record, [findings]);
}
