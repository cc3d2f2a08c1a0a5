import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Collection } from '../rail.ts';
import { checkPrompt } from './check-collection.ts';
import type { StkTools } from './collect.ts';

const MINUTE = 60_000;
const sentAt = new Date('2026-11-25T12:00:00Z');
/** The answer of the request was lost, so the provider's id of the prompt is not known. */
const collection = { id: 'pay_a', currency: 'KES', sentAt, handle: null, received: [] } as unknown as Collection;

it('a prompt has expired only if the list lacks it as of 15 minutes later, however late the check is', async () => {
  const stateWith = async (listedAfterMs: number) => {
    const tools = { now: () => sentAt.getTime() + 20 * MINUTE } as StkTools;
    const at = sentAt.getTime() + listedAfterMs;
    const pull = { page: async () => null, find: async () => ({ payment: null, at }) };
    return (await checkPrompt(tools, pull, collection)).state;
  };
  assert.equal(await stateWith(15 * MINUTE - 1), 'processing');
  assert.equal(await stateWith(15 * MINUTE), 'failed');
});
