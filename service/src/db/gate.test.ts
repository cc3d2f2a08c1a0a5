import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Claim, createGate, GateFull, GateTimeout } from './gate.ts';

const test = (world: number): Claim => ({ by: 'world', world, livemode: false });
const live = (world: number): Claim => ({ by: 'world', world, livemode: true });

/** Claims in the order in which they are admitted, of a pool of ten. */
function openGate() {
  const gate = createGate(10);
  const order: string[] = [];
  const leaves = new Map<string, () => void>();
  const enter = (name: string, claim: Claim) => {
    const entered = Promise.resolve(gate.enter(claim)).then((leave) => {
      order.push(name);
      leaves.set(name, leave);
    });
    entered.catch(() => {});
    return entered;
  };
  const leave = (name: string) => leaves.get(name)!();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { gate, enter, leave, order, settle };
}

it('a test world uses two of ten connections, and waits for more', async () => {
  const { enter, leave, order, settle } = openGate();
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, test(1));
  await settle();
  assert.deepEqual(order, ['a1', 'a2']);
  leave('a1');
  await settle();
  assert.deepEqual(order, ['a1', 'a2', 'a3']);
});

it('waiting worlds are admitted in turn, not in order of arrival', async () => {
  const { enter, leave, order, settle } = openGate();
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, test(1));
  for (const name of ['b1', 'b2', 'b3']) enter(name, test(2));
  enter('c1', test(3));
  await settle();
  // Test worlds have three of ten.
  assert.deepEqual(order, ['a1', 'a2', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) leave(name);
  await settle();
  assert.deepEqual(order.slice(3), ['a3', 'b2', 'c1']);
});

it('live worlds and operators get connections while test worlds use all of theirs', async () => {
  const { enter, order, settle } = openGate();
  for (let world = 1; world <= 20; world++) enter(`t${world}`, test(world));
  enter('live', live(100));
  enter('operator', { by: 'operator' });
  enter('batch', { by: 'batch', livemode: true });
  await settle();
  assert.deepEqual(order, ['t1', 't2', 't3', 'live', 'operator', 'batch']);
});

it('a batch in test mode waits if five are in flight, a live batch does not', async () => {
  const { enter, order, settle } = openGate();
  for (let n = 1; n <= 6; n++) enter(`t${n}`, { by: 'batch', livemode: false });
  enter('live', { by: 'batch', livemode: true });
  await settle();
  assert.deepEqual(order, ['t1', 't2', 't3', 't4', 't5', 'live']);
});

it('only a world with 100 waiting requests is refused', async () => {
  const { gate, enter, settle } = openGate();
  for (let n = 0; n < 102; n++) enter(`a${n}`, test(1));
  await settle();
  assert.throws(() => gate.enter(test(1)), GateFull);
  assert.doesNotThrow(() => gate.enter(test(2)));
});

it('a request gives up after five seconds, and the next one takes its place', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { enter, leave, order, settle } = openGate();
  enter('a1', test(1));
  enter('a2', test(1));
  const late = enter('a3', test(1));
  await settle();
  t.mock.timers.tick(5_000);
  await assert.rejects(late, GateTimeout);
  enter('a4', test(1));
  leave('a1');
  await settle();
  assert.deepEqual(order, ['a1', 'a2', 'a4']);
});
