import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLookUps } from './look-up.ts';
import { fixedRails, type LookedUp, type LookUp, type Rail } from './rail.ts';

const question: LookUp = { phone: '+256771234567', currency: 'UGX', name: 'Awa', amount: 100n };
const found: LookedUp = { exists: true, canReceive: true, name: null, nameMatch: 'full' };

function railWith(lookUp: () => Promise<LookedUp>) {
  let calls = 0;
  const counted = async () => {
    calls++;
    return lookUp();
  };
  const rails = fixedRails({ 'mtn-ug': { name: 'mtn-ug', lookUp: counted } as unknown as Rail });
  return { rails, calls: () => calls };
}

it('an answer is kept for a while, and concurrent questions share one call', async () => {
  let now = 0;
  const { rails, calls } = railWith(async () => found);
  const { ask } = createLookUps(rails, () => now);
  assert.deepEqual(await Promise.all([ask('mtn-ug', question), ask('mtn-ug', question)]), [found, found]);
  await ask('mtn-ug', question);
  assert.equal(calls(), 1);
  await ask('mtn-ug', { ...question, name: 'Bob' });
  assert.equal(calls(), 2);
  now = 11 * 60_000;
  await ask('mtn-ug', question);
  assert.equal(calls(), 3);
});

it('a failed question says nothing and is asked again; a rail that is held back or full is not asked', async () => {
  const { rails, calls } = railWith(() => Promise.reject(new Error('no answer')));
  const { ask } = createLookUps(rails);
  assert.equal(await ask('mtn-ug', question), null);
  assert.equal(await ask('mtn-ug', question), null);
  assert.equal(calls(), 2);
  const held = createLookUps({ ...rails, heldBack: () => ({ state: 'not_taken' }) });
  const full = createLookUps({ ...rails, room: (_name, open) => -open });
  assert.deepEqual([await held.ask('mtn-ug', question), await full.ask('mtn-ug', question)], [null, null]);
  assert.equal(await held.ask('other', question), null);
  assert.equal(calls(), 2);
});

it('each world has its own number of questions a minute', () => {
  let now = 0;
  const { mayAnswer, mayRoute } = createLookUps(fixedRails({}), () => now);
  const asked = Array.from({ length: 61 }, () => mayAnswer(1));
  assert.deepEqual([asked[59], asked[60], mayAnswer(2), mayRoute(1)], [true, false, true, true]);
  now = 60_000;
  assert.equal(mayAnswer(1), true);
});
