import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { approveAll } from '../../src/approvals/decide.ts';
import { requestFloatChanges } from '../../src/approvals/request-float.ts';
import { transaction } from '../../src/db/transaction.ts';
import { readFloats } from '../../src/floats/read.ts';
import { watchFloats } from '../../src/floats/watch-floats.ts';
import { createFloatWorker } from '../../src/floats/worker.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { listingRail, slug } from '../support/unasked-money.ts';
import { command } from '../support/world.ts';

let service: TestService;
let maker: TestPerson;
let checker: TestPerson;
const { rails, books } = listingRail();
before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const callerOf = ({ id }: TestPerson): Caller =>
  ({ kind: 'operator', id, world: null, person: { role: 'finance' } }) as unknown as Caller;
const request = (direction: 'opening' | 'top_up' | 'sweep', amount: number, rail = slug) =>
  transaction(service.db, async (tx) => {
    const asked = command(callerOf(maker), { rail, currency: 'KES', direction, amount, reason: 'as the bank says' });
    const [answer] = await requestFloatChanges(tx, [asked], rails);
    return answer instanceof Refusal ? answer : JSON.parse(answer!);
  });
const approve = (id: string, who = checker) =>
  transaction(
    service.db,
    async (tx) => (await approveAll(tx, [command(callerOf(who), { id })], { rails, feeQuoteSeconds: 0 }))[0]!,
  );
const floatNow = async () => JSON.parse(await readFloats(service.db, rails, '/operator/floats')).data[0];
const casesOf = (kind: string) =>
  service.db.query<{ status: string; resolution: string | null }>(
    { name: 'cases_of_kind', text: 'SELECT status, resolution FROM cases WHERE kind = $1 AND rail = $2 ORDER BY id' },
    [kind, slug],
  );

describe('a change of a float', () => {
  it('is booked when a second operator approves it, so that the clearing wallet equals the provider', async () => {
    const opening = await request('opening', 5_000);
    assert.deepEqual([opening.kind, opening.status, opening.livemode], ['float', 'pending', false]);
    assert.equal((await floatNow()).booked, 0);
    assert.ok((await approve(opening.id, maker)) instanceof Refusal);
    assert.equal(typeof (await approve(opening.id)), 'string');
    assert.equal((await floatNow()).booked, 5_000);
    await approve((await request('top_up', 2_000)).id);
    await approve((await request('sweep', 2_000)).id);
    assert.equal((await floatNow()).booked, 5_000);
    const acts = await actsOn(service, slug);
    assert.deepEqual(
      acts.map(({ action, after }) => [action, after.direction]),
      ['opening', 'top_up', 'sweep'].map((direction) => ['float.changed', direction]),
    );
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('of an unknown rail is refused', async () => {
    const refused = await request('opening', 1, 'other');
    assert.deepEqual([refused.code, refused.param], ['not_found', 'rail']);
  });
});

describe('a float', () => {
  const low: string[] = [];
  const errors: unknown[] = [];
  /** Each worker measures at once; a claim of another node would keep it from that. */
  const measure = async () => {
    await service.db.query({ name: 'unclaim', text: `UPDATE rail_floats SET claimed_at = 'epoch'` });
    const onLow = ({ available }: { available: bigint }) => low.push(String(available));
    await createFloatWorker({ db: service.db, rails, onError: (error) => errors.push(error), onLow })();
    return floatNow();
  };

  it('is measured beside the books', async () => {
    const { available, booked, difference, minimum, error } = await measure();
    assert.deepEqual([available, booked, difference, minimum, error], [5_000, 5_000, 0, 1_000, null]);
    books.balance = [{ currency: 'KES', available: 4_990n }];
    assert.equal((await measure()).difference, -10);
    const registry = new Registry();
    const stop = watchFloats(service.db, registry, 50);
    await until(async () =>
      (await registry.metrics()).includes('rialto_float_available{rail="mpesa-ke",currency="KES"} 4990'),
    );
    stop();
  });

  it('below its minimum raises one alarm and one case, which ends when it recovers', async () => {
    books.balance = [{ currency: 'KES', available: 999n }];
    assert.equal((await measure()).low, true);
    await measure();
    assert.deepEqual(low, ['999']);
    assert.deepEqual(await casesOf('low_float'), [{ status: 'open', resolution: null }]);
    books.balance = [{ currency: 'KES', available: 1_000n }];
    assert.equal((await measure()).low, false);
    assert.deepEqual(await casesOf('low_float'), [{ status: 'closed', resolution: 'The float is 1000 KES again.' }]);
  });

  it('that cannot be measured keeps its last figure and tells why', async () => {
    books.balance = new Error('the provider is closed');
    const { available, error } = await measure();
    assert.deepEqual([available, error], [1_000, 'the provider is closed']);
    assert.equal(errors.length, 1);
    books.balance = [{ currency: 'UGX', available: 1n }];
    assert.equal((await measure()).error, 'no balance in KES');
  });

  it('is measured by one of several nodes', async () => {
    books.balance = [{ currency: 'KES', available: 1_000n }];
    let asked = 0;
    const balance = async () => {
      asked++;
      return [];
    };
    const counting = { ...rails, get: () => ({ ...rails.get(slug)!, balance }) };
    await service.db.query({ name: 'unclaim', text: `UPDATE rail_floats SET claimed_at = 'epoch'` });
    const onError = () => {};
    const nodes = [1, 2, 3].map(() => createFloatWorker({ db: service.db, rails: counting, onError, onLow: () => {} }));
    await Promise.all(nodes.map((node) => node()));
    assert.equal(asked, 1);
  });
});
