import { type BulkNotice, BulkNotice as NoticeSchema } from '../../../contract/src/bulk.ts';
import { type EventDraft, laterRequestOf } from '../events/emit.ts';
import { serialiser } from '../http/serialise.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { BulkRow } from './store.ts';

function viewBulk(row: BulkRow): BulkNotice {
  return {
    id: row.id,
    object: 'bulk',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: row.metadata,
    kind: row.kind,
    mode: row.mode,
    status: row.completed_at ? 'completed' : 'processing',
    totals: {
      count: row.count,
      succeeded_count: row.succeeded,
      failed_count: row.done - row.succeeded,
      amounts: Object.keys(row.amounts)
        .sort()
        .map((currency) => ({ currency, succeeded_amount: BigInt(row.amounts[currency]!) })),
    },
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

const renderNotice = serialiser<BulkNotice>(NoticeSchema);

/** @param results parts of a JSON array, without brackets */
export function renderBulk(row: BulkRow, results: readonly string[]): string {
  return `${renderNotice(viewBulk(row)).slice(0, -1)},"results":[${results.join()}]}`;
}

export function bulkCompleted(row: BulkRow): EventDraft {
  const { world, livemode, request, completed_at } = row;
  return {
    world,
    livemode,
    type: 'bulk.completed',
    at: completed_at!,
    object: renderNotice(viewBulk(row)),
    ...laterRequestOf(request),
  };
}

export const renderDone = (status: 'succeeded' | 'accepted', id: string) => `{"status":"${status}","id":"${id}"}`;

/** @param record the record that has the item's reference */
export function renderFailed({ code, message, param }: Refusal, record?: string): string {
  return JSON.stringify({ status: 'failed', error: { code, message, param, record } });
}
