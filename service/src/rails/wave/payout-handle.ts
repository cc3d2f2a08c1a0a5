import type { Disbursement } from '../rail.ts';

/**
 * How an item is found at Wave:
 * - `payout`: by its own id, `pt-…`;
 * - `batch`: in the batch that it went out in;
 * - `key`: it was sent under this key and has no answer;
 * - `fenced`: since then the key cannot bring anything any more.
 */
export type WaveHandle =
  | { readonly kind: 'payout'; readonly id: string }
  | { readonly kind: 'batch'; readonly id: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'fenced'; readonly key: string; readonly at: number };

type Item = Pick<Disbursement, 'id'>;

/** The item's id makes the handles of one batch differ: a handle finds one record. */
export const batchHandle = (batch: string, { id }: Item): string => `${batch}/${id}`;
export const keyHandle = (key: string, { id }: Item): string => `key:${key}/${id}`;
/** @param at milliseconds since 1970 */
export const fencedHandle = (key: string, at: number, { id }: Item): string => `fenced:${at}:${key}/${id}`;

/** @returns null without a handle */
export function readWaveHandle(handle: string | null): WaveHandle | null {
  if (handle === null) return null;
  const [text = ''] = handle.split('/');
  if (text.startsWith('key:')) return { kind: 'key', key: text.slice('key:'.length) };
  const [, at, key] = /^fenced:(\d+):(.+)$/.exec(text) ?? [];
  if (key !== undefined) return { kind: 'fenced', key, at: Number(at) };
  return { kind: handle.includes('/') ? 'batch' : 'payout', id: text };
}
