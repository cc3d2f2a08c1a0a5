import { newId } from '../../src/kernel/new-id.ts';

/** A bulk request whose texts name this phone, as rows of its tables. */
export function bulkRows(world: unknown, phone: string): [string, Record<string, unknown>][] {
  const id = newId('blk');
  const mention = JSON.stringify({ message: `sent by ${phone}` });
  const counts = { count: 1, done: 1, succeeded: 0, amounts: '{}', completed_at: new Date() };
  return [
    ['bulks', { world, id, kind: 'transfers', mode: 'each', ...counts, metadata: mention, request: mention }],
    ['bulk_results', { world, bulk_id: id, first: 0, count: 1, results: mention }],
  ];
}
