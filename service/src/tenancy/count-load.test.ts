import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '../db/database.ts';
import { countLoad } from './count-load.ts';

it('a process is shared where another world sends requests, and not by the work of its batches', async () => {
  const load = countLoad({ query: async () => [] } as unknown as Database, assert.ifError);
  load.count(1, { requests: 1 });
  assert.equal(load.sharedWith(1), false);
  load.count(2, { batchMs: 5 });
  assert.equal(load.sharedWith(1), false);
  load.count(2, { requests: 1 });
  assert.equal(load.sharedWith(1), true);
  assert.equal(load.sharedWith(2), true);
  await load.stop();
});
