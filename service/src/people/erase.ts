import { hash } from 'node:crypto';
import type { Doer } from '../audit/record.ts';
import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { changesOf, type RowChange, replaceIn } from './change-row.ts';
import { eraseInAuditLog } from './erase-audit.ts';
import { personalTables, type TableMap } from './map.ts';
import { ERASED, type Matcher, openMatcher } from './match.ts';
import { relationOf } from './relation.ts';
import type { PersonSubject } from './subject.ts';
import { type WalkedRow, walkTable } from './walk.ts';

/** A row that changes during a walk may be missed. A walk that finds nothing is the last. */
const MOST_WALKS = 10;

export type Erasure = {
  /** Also the approval. */
  readonly id: string;
  readonly subject: PersonSubject;
  /** A phone of no country that replaces the person's phones in the books. */
  readonly pseudonym: string;
  readonly by: Doer;
  /** Filled with the worlds of the person's own rows. */
  readonly worlds: Set<number>;
};

/** Takes a person out of every row. Running it again continues, or finds nothing. */
export async function eraseRows(db: Database, erasure: Erasure): Promise<number> {
  const { id, subject, pseudonym, by } = erasure;
  const matcher = openMatcher(subject, pseudonym);
  let changed = 0;
  for (let walk = 0; walk < MOST_WALKS; walk++) {
    let found = 0;
    for (const [name, map] of Object.entries(personalTables)) {
      if (name === 'audit_log') continue;
      found += await eraseTable(db, erasure, matcher, name, map);
    }
    changed += found;
    if (found === 0) break;
  }
  // Last, because the acts of other steps are in it.
  return changed + (await eraseInAuditLog(db, { erasure: id, by, matcher, accounts: subject.accounts }));
}

async function eraseTable(db: Database, erasure: Erasure, matcher: Matcher, name: string, map: TableMap) {
  let changed = 0;
  for await (const rows of walkTable(db, name)) {
    const concerned = rows.flatMap((walked) => {
      const relation = relationOf(map, walked.row, matcher);
      if (relation === null) return [];
      if (relation === 'own' && typeof walked.row.world === 'number') erasure.worlds.add(walked.row.world);
      // Its deliveries are found by it.
      if (name === 'events') matcher.add(walked.row.id as string);
      return [{ walked, relation }];
    });
    if (concerned.length > 0) {
      const special = specials[name];
      changed += special
        ? await special(
            db,
            erasure,
            matcher,
            concerned.map(({ walked }) => walked.row),
          )
        : await changeRows(db, erasure, name, map, concerned, matcher);
    }
  }
  return changed;
}

type Concerned = { readonly walked: WalkedRow; readonly relation: 'own' | 'mentioned' };

/** Triggers that keep decided payouts let an erasure pass. */
const nameErasure: Statement = { name: 'people_name_erasure', text: `SELECT set_config('rialto.erasure', $1, true)` };

type Wanted = { readonly walked: WalkedRow; readonly change: RowChange | null };

function changeRows(
  db: Database,
  erasure: Erasure,
  name: string,
  map: TableMap,
  concerned: readonly Concerned[],
  matcher: Matcher,
) {
  const changes = concerned.flatMap(({ walked, relation }): Wanted[] => {
    const isGone =
      (map.removed && relation === 'own') || (name === 'idempotency_keys' && matcher.isAbout(walked.row.key as string));
    if (isGone) return [{ walked, change: null }];
    const change = changesOf(map, walked.row, relation, matcher);
    return Object.keys(change).length > 0 ? [{ walked, change }] : [];
  });
  if (changes.length === 0) return 0;
  return transaction(db, async (tx) => {
    tx.query(nameErasure, [erasure.id]);
    const done = changes.map(({ walked, change }) =>
      tx.query<{ n: number }>(...(change ? update(name, walked, change) : remove(name, walked))),
    );
    return (await Promise.all(done)).flat().length;
  });
}

/** A schedule whose next run a person must approve. */
const WAITS_AGAIN = `status = 'pending', due_at = NULL, rule_due_at = NULL, approved_by = NULL, approved_at = NULL,
      updated_at = now(), version = version + 1`;

/** Changes a row that is still the one that was read. */
function update(name: string, { ctid, part, version, row }: WalkedRow, change: RowChange): [Statement, unknown[]] {
  const columns = Object.keys(change).sort();
  const sets = columns.map((column, i) => `"${column}" = ${castOf(column, row[column], i + 4)}`);
  // Nobody approved a payout to the pseudonym.
  if (name === 'payout_schedules' && change.items && row.status !== 'ended') sets.push(WAITS_AGAIN);
  const text = `
    UPDATE ${name} SET ${sets.join(', ')}
    WHERE ctid = $1::tid AND tableoid = $2::oid AND xmin = $3::xid RETURNING 1 AS n`;
  const values = columns.map((column) => {
    const value = change[column];
    return value === null || typeof value === 'string' ? value : JSON.stringify(value);
  });
  return [{ name: `people_update_${hash('sha256', text).slice(0, 12)}`, text }, [ctid, part, version, ...values]];
}

function remove(name: string, { ctid, part, version }: WalkedRow): [Statement, unknown[]] {
  const text = `DELETE FROM ${name} WHERE ctid = $1::tid AND tableoid = $2::oid AND xmin = $3::xid RETURNING 1 AS n`;
  return [{ name: `people_delete_${name}`, text }, [ctid, part, version]];
}

function castOf(column: string, before: unknown, number: number): string {
  if (column === 'attempts') return `ARRAY (SELECT jsonb_array_elements($${number}::jsonb)::json)`;
  if (typeof before !== 'string') return `$${number}::jsonb`;
  return column === 'body' && before.startsWith('\\x') ? `$${number}::bytea` : `$${number}::text`;
}

type Special = (
  db: Database,
  erasure: Erasure,
  matcher: Matcher,
  rows: readonly Record<string, unknown>[],
) => Promise<number>;

const eraseRequests: Statement = {
  name: 'people_erase_requests',
  text: 'SELECT erase_in_request_log($1, $2::int[], $3::text[], $4::text[])',
};
const eraseApprovals: Statement = {
  name: 'people_erase_approvals',
  text: 'SELECT erase_in_approvals($1, $2::jsonb)',
};

/** Tables that the service may not change itself. */
const specials: Readonly<Record<string, Special>> = {
  request_log: async (db, { id, subject }, matcher, rows) => {
    const found = rows.filter(
      ({ request_body, response_body, idempotency_key, address, path, person_id }) =>
        request_body !== null ||
        response_body !== null ||
        idempotency_key !== null ||
        (address !== null && subject.accounts.includes(person_id as string)) ||
        matcher.replace(path as string, true) !== path,
    );
    if (found.length === 0) return 0;
    const of = (column: string) => found.map((row) => row[column]);
    const paths = found.map((row) => matcher.replace(row.path as string, true));
    await db.query(eraseRequests, [id, of('world'), of('id'), paths]);
    return found.length;
  },
  approvals: async (db, { id }, matcher, rows) => {
    const changed = rows.flatMap((row) => {
      const isOwn = matcher.isAbout(JSON.stringify(row.payload));
      const without = (text: unknown) => (isOwn && text !== null ? ERASED : replaceIn(text, true, matcher));
      const left = {
        id: row.id,
        payload: matcher.redact(row.payload, false),
        reason: without(row.reason),
        rejection_reason: without(row.rejection_reason),
      };
      const { payload, reason, rejection_reason } = row;
      return JSON.stringify({ id: row.id, payload, reason, rejection_reason }) === JSON.stringify(left) ? [] : [left];
    });
    if (changed.length === 0) return 0;
    await db.query(eraseApprovals, [id, JSON.stringify(changed)]);
    return changed.length;
  },
};
