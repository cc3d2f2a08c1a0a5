import { createHash } from 'node:crypto';
import type { Database, Statement } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';

/** A privileged act. `before` and `after` hold what changed, never a secret. */
export type AuditAct = {
  readonly actor: {
    readonly type: 'customer' | 'merchant' | 'developer' | 'operator' | 'key' | 'admin' | 'service';
    readonly id: string;
  };
  /** noun.verb: wallet.frozen, kyc.approved, key.revoked. */
  readonly action: string;
  /** The id of the record that was acted on. */
  readonly target: string;
  readonly before?: object;
  readonly after?: object;
  readonly reason?: string;
  readonly address?: string;
  readonly requestId?: string;
};

/** The actor, and where the request came from. */
export type Doer = Pick<AuditAct, 'actor' | 'requestId' | 'address'>;

/** The actor of a command or a read. */
export function actorOf({
  caller,
  requestId,
  address,
}: Pick<Command<unknown>, 'caller' | 'requestId' | 'address'>): Doer {
  return { actor: { type: caller.kind, id: caller.id }, requestId, ...(address ? { address } : {}) };
}

/** Records that a person's data was read, before the answer is sent. */
export function recordRead(db: Database, look: Pick<Command<unknown>, 'caller' | 'requestId' | 'address'>, act: Look) {
  return transaction(db, (tx) => recordActs(tx, [{ ...actorOf(look), ...act }]));
}
export type Look = Pick<AuditAct, 'action' | 'target' | 'after'>;

/** The columns that a row's hash covers, in this order. */
export type AuditRow = {
  seq: bigint;
  at: Date;
  actor_type: AuditAct['actor']['type'];
  actor_id: string;
  action: string;
  target: string;
  before: object | null;
  after: object | null;
  reason: string | null;
  address: string | null;
  request_id: string | null;
  previous: Buffer;
  hash: Buffer;
};

export const auditColumns =
  'seq, at, actor_type, actor_id, action, target, before, after, reason, address, request_id, previous, hash';

/** Only one act at a time extends the chain. Any constant will do: 'RLTA' in ASCII. */
const lockStatement: Statement = { name: 'audit_lock', text: `SELECT pg_advisory_xact_lock(${0x524c5441})` };
export const lastStatement: Statement = {
  name: 'audit_last',
  text: `SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1`,
};
const insertStatement: Statement = {
  name: 'audit_insert',
  text: `
    INSERT INTO audit_log (${auditColumns})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
};

/** The hash before the first row. */
export const GENESIS = Buffer.alloc(32);

/** Writes acts to the audit log, in the transaction of the change. */
export async function recordActs(tx: Tx, acts: readonly AuditAct[]): Promise<void> {
  if (acts.length === 0) return;
  await tx.query(lockStatement);
  const [last] = await tx.query<{ seq: bigint; hash: Buffer }>(lastStatement);
  let seq = last?.seq ?? 0n;
  let previous = last?.hash ?? GENESIS;
  for (const act of acts) {
    const row = {
      seq: ++seq,
      at: new Date(),
      actor_type: act.actor.type,
      actor_id: act.actor.id,
      action: act.action,
      target: act.target,
      before: act.before ?? null,
      after: act.after ?? null,
      reason: act.reason ?? null,
      address: act.address ?? null,
      request_id: act.requestId || null,
      previous,
    };
    const hash = hashOf(row);
    const values = [row.seq, row.at, row.actor_type, row.actor_id, row.action, row.target, row.before, row.after];
    await tx.query(insertStatement, [...values, row.reason, row.address, row.request_id, previous, hash]);
    previous = hash;
  }
}

/** SHA-256 over the row and the hash before it. Keys are sorted: jsonb keeps no order. */
export function hashOf({ previous, hash: _, ...row }: Omit<AuditRow, 'hash'> & { readonly hash?: Buffer }): Buffer {
  const text = JSON.stringify({ ...row, seq: String(row.seq), at: row.at.toISOString() }, (_key, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(previous).update(text).digest();
}
