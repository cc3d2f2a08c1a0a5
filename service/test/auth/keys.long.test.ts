import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createKeyAuthenticator } from '../../src/access/authenticate-key.ts';
import { revokeKey } from '../../src/access/revoke-key.ts';
import { bothWorlds } from '../support/flows.ts';
import { startTestService, testSecrets, until } from '../support/harness.ts';

const REVOCATIONS = 500;
/** Half of the time for which a node trusts a key without a lookup: only a notification is this quick. */
const NOTIFIED_S = 5;

it(`${REVOCATIONS} revoked keys stop on three nodes, by notification alone`, async (t) => {
  const first = await startTestService({ ...bothWorlds, RATE_LIMIT: 'off' });
  const nodes = [first];
  try {
    for (let i = 0; i < 2; i++) nodes.push(await startTestService({ RATE_LIMIT: 'off' }, first));
    const shop = await first.merchant();
    await shop.wallet('XOF');
    const deaf = createKeyAuthenticator(first.db, { pepper: testSecrets.pepper, live: true });
    const waits: number[] = [];
    let control = '';
    for (let i = 0; i < REVOCATIONS; i++) {
      const { id, key } = await shop.newKey({});
      const ask = async (at: typeof first) => (await at.request('GET', '/api/v1/wallets/me', { key })).status;
      assert.deepEqual(await Promise.all(nodes.map(ask)), [200, 200, 200]);
      if (i === 0) await deaf.authenticate(key);
      assert.ok(await revokeKey(first.db, id));
      const revoked = performance.now();
      const stop = async (at: typeof first) => {
        await until(async () => (await ask(at)) === 401, NOTIFIED_S);
        waits.push(performance.now() - revoked);
      };
      await Promise.all(nodes.map(stop));
      assert.deepEqual(await Promise.all(nodes.map(ask)), [401, 401, 401]);
      // The control: a node without notifications still trusts the key when all others have stopped.
      if (i === 0) control = (await deaf.authenticate(key)).id;
    }
    waits.sort((a, b) => a - b);
    const at = (share: number) => waits[Math.floor(share * (waits.length - 1))]!.toFixed(0);
    t.diagnostic(`${waits.length} stops: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the last ${at(1)} ms`);
    assert.equal(waits.length, REVOCATIONS * nodes.length);
    assert.ok(control !== '');
  } finally {
    for (const node of nodes.reverse()) await node.stop();
  }
});
