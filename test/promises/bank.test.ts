import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedFromEnvironment } from '../../service/test/support/kill.ts';
import { runBank } from './bank.ts';
import { sound } from './checker.ts';

const seed = seedFromEnvironment();

// Its controls, a deployment each, are in bank.long.test.ts.
describe(`a bank under fire (SEED=${seed})`, { skip: process.platform !== 'linux' }, () => {
  it('32 clients, every fault that is quick: nothing lost, doubled, changed or undelivered', async (t) => {
    const { verdict, summary } = await runBank({
      seed,
      clients: 32,
      seconds: 5,
      stops: [1, 2],
      harms: [
        'kill -9 of a node after COMMIT',
        'kill -9 of the database',
        'connections cut at COMMIT',
        'COMMIT waits for an absent standby and is cancelled or terminated',
        'backends terminated',
      ],
    });
    t.diagnostic(summary);
    assert.deepEqual(verdict, sound);
  });
});
