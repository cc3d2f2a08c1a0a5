import { type Case, type CaseAction, exceptionKinds } from '../../../contract/src/cases.ts';
import type { Queries } from '../db/database.ts';
import { toJson } from '../http/serialise.ts';
import { isDisputedEscrow } from './disputed-escrow.ts';
import { readHistory } from './history.ts';
import { hasOpenRecord, isForSettlement } from './open-record.ts';
import type { CaseRow } from './store.ts';
import { findSuspended } from './suspended.ts';

export const viewCase = ({ world: _, facts: __, ...row }: CaseRow): Case => ({
  ...row,
  object: 'case',
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
});

/** A case with the history of its record and the actions that are possible now. */
export async function renderDetail(db: Queries, row: CaseRow): Promise<string> {
  const [suspended, history, isOpen, isDisputed] = await Promise.all([
    findSuspended(db, row),
    readHistory(db, row),
    hasOpenRecord(db, row),
    isDisputedEscrow(db, row),
  ]);
  const money = suspended?.amount ?? 0n;
  return toJson({
    ...viewCase(row),
    facts: row.facts,
    suspended: money,
    actions: isDisputed ? ['comment', 'assign'] : actionsOf(row, money, isOpen),
    history,
  });
}

const exceptions: ReadonlySet<string> = new Set(exceptionKinds);

function actionsOf(row: CaseRow, suspended: bigint, isOpen: boolean): CaseAction[] {
  if (row.status === 'closed') return ['comment'];
  const ask = isOpen ? (['ask_again'] as const) : [];
  const settle = isOpen && isForSettlement(row) ? (['settle'] as const) : [];
  if (suspended > 0n) return ['comment', 'assign', ...ask, ...settle, 'assign_money', 'return_money'];
  if (exceptions.has(row.kind)) return ['comment', 'assign', 'match', 'resolve', 'mark_timing'];
  return ['comment', 'assign', ...ask, ...settle, 'close'];
}
