import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, refusal, tomorrow } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { type Payer, payerWith } from '../support/wallet-payments.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

type Decider = Pick<TestMerchant, 'call'>;
const decide = (who: Decider, id: string, decision: 'release' | 'return') =>
  who.call('POST', `/holds/${id}/decide`, { decision });

/** A merchant holds 600 of 1000 for a seller; the buyer and the seller decide. */
async function market() {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 1_000n);
  const [buyer, seller] = [await payerWith(service, 0n), await payerWith(service, 0n)];
  const hold = (fields: object = {}) =>
    shop.call('POST', '/holds', {
      ...{ wallet, to: seller.wallet, amount: 600, currency: 'XOF', expires_at: tomorrow() },
      escrow: { deciders: [buyer.wallet, seller.wallet] },
      ...fields,
    });
  return { shop, wallet, buyer, seller, hold };
}
const read = async (shop: TestMerchant, id: string) => (await shop.call('GET', `/holds/${id}`)).body;
async function kindsOf(shop: TestMerchant, id: string): Promise<string[]> {
  const { data } = (await shop.call('GET', '/events?limit=100&order=asc')).body;
  return data.filter((event: any) => event.data.object.id === id).map((event: any) => event.type);
}
const casesOf = (id: string) =>
  service.db.query<{ id: string; status: string; resolution: string | null; facts: any; amount: bigint }>(
    { name: 'escrow_cases', text: 'SELECT id, status, resolution, facts, amount FROM cases WHERE record = $1' },
    [id],
  );
/** Lets the time of a hold end, and the worker look. */
async function end(id: string): Promise<void> {
  const text = `UPDATE wallet_holds SET expires_at = now() - interval '1 s',
    due_at = CASE WHEN due_at IS NOT NULL THEN now() - interval '1 s' END WHERE id = $1`;
  await service.db.pool.query(text, [id]);
  service.db.node.wake('holds');
}

test('two equal decisions release the whole to the receiver', async () => {
  const { shop, wallet, buyer, seller, hold } = await market();
  const made = await hold({ description: 'A bicycle' });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  assert.deepEqual(made.body.escrow, {
    deciders: [buyer.wallet, seller.wallet].map((one) => ({ wallet: one, decision: null, decided_at: null })),
    disputed: false,
  });
  const first = await decide(seller, id, 'release');
  assert.deepEqual(
    [first.status, first.body.decision, first.body.other_decision, first.body.status, first.body.to],
    [200, 'release', null, 'open', seller.wallet],
  );
  assert.deepEqual(await balance(shop, wallet), [400, 600]);
  const last = await decide(buyer, id, 'release');
  assert.deepEqual([last.body.status, last.body.to], ['captured', null]);
  assert.deepEqual(await balance(shop, wallet), [400, 0]);
  assert.deepEqual(await balance(seller, seller.wallet), [600, 0]);
  const ended = await read(shop, id);
  assert.deepEqual([ended.status, ended.amount_captured, ended.captures[0].to], ['captured', 600, seller.wallet]);
  assert.deepEqual(await kindsOf(shop, id), ['hold.created', 'hold.decided', 'hold.decided', 'hold.captured']);
});

test('two equal decisions return the whole to the payer', async () => {
  const { shop, wallet, buyer, seller, hold } = await market();
  const { id } = (await hold()).body;
  await decide(buyer, id, 'return');
  assert.equal((await decide(seller, id, 'return')).body.status, 'released');
  assert.deepEqual(await balance(shop, wallet), [1_000, 0]);
  assert.deepEqual(await kindsOf(shop, id), ['hold.created', 'hold.decided', 'hold.decided', 'hold.released']);
  // The repeat of a decision changes nothing; another one comes too late.
  assert.equal((await decide(buyer, id, 'return')).body.status, 'released');
  assert.deepEqual(refusal(await decide(buyer, id, 'release')), [409, 'hold_is_over']);
});

test('the holder alone can neither capture nor release an escrow', async () => {
  const { shop, seller, hold } = await market();
  const { id } = (await hold()).body;
  for (const act of ['capture', 'release'])
    assert.deepEqual(refusal(await shop.call('POST', `/holds/${id}/${act}`)), [409, 'hold_in_escrow']);
  await decide(seller, id, 'release');
  assert.deepEqual(refusal(await shop.call('POST', `/holds/${id}/capture`)), [409, 'hold_in_escrow']);
  assert.equal((await read(shop, id)).status, 'open');
});

test('without both decisions an escrow returns to the payer at its time', async () => {
  const { shop, wallet, buyer, seller, hold } = await market();
  const { id } = (await hold()).body;
  await decide(seller, id, 'release');
  await end(id);
  // Its time is over, whether or not a worker has come.
  assert.deepEqual(refusal(await decide(buyer, id, 'release')), [409, 'hold_is_over']);
  await until(async () => (await read(shop, id)).status === 'expired');
  assert.deepEqual(await balance(shop, wallet), [1_000, 0]);
  assert.deepEqual((await kindsOf(shop, id)).at(-1), 'hold.expired');
});

test('a disagreement holds the money beyond its time and opens one case, which the agreement closes', async () => {
  const { shop, wallet, buyer, seller, hold } = await market();
  const { id } = (await hold()).body;
  await decide(seller, id, 'release');
  const differs = await decide(buyer, id, 'return');
  assert.deepEqual([differs.body.disputed, differs.body.other_decision], [true, 'release']);
  const [opened] = await casesOf(id);
  assert.deepEqual([opened!.status, opened!.amount], ['open', 600n]);
  assert.deepEqual(
    opened!.facts.decisions.map(({ decision }: any) => decision),
    ['return', 'release'],
  );
  const finance = await makeOperator(service, 'finance');
  const detail = (await finance.call('GET', `/operator/cases/${opened!.id}`)).body;
  assert.deepEqual([detail.kind, detail.actions], ['escrow_disagreement', ['comment', 'assign']]);
  const closed = await finance.call('POST', `/operator/cases/${opened!.id}/close`, { resolution: 'Enough.' });
  assert.deepEqual(refusal(closed), [409, 'escrow_is_disputed']);

  await end(id);
  const other = (await hold({ amount: 1 })).body.id;
  await end(other);
  // The worker came and left the disputed one.
  await until(async () => (await read(shop, other)).status === 'expired');
  assert.deepEqual([(await read(shop, id)).status, (await read(shop, id)).escrow.disputed], ['open', true]);
  assert.equal((await decide(buyer, id, 'release')).body.status, 'captured');
  assert.deepEqual(await balance(shop, wallet), [400, 0]);
  const after = await casesOf(id);
  assert.deepEqual(
    after.map(({ status, resolution }) => [status, resolution]),
    [['closed', 'The deciders agreed: the hold is captured.']],
  );
});

test('a release that the receiver cannot get is refused and not kept', async () => {
  const { shop, buyer, seller, hold } = await market();
  const { id } = (await hold()).body;
  await decide(seller, id, 'release');
  const { pool } = service.db;
  await pool.query(`UPDATE balances SET frozen = true WHERE wallet_id = $1`, [seller.wallet]);
  await pool.query(`UPDATE wallets SET frozen_at = now(), frozen_reason = 'fraud' WHERE id = $1`, [seller.wallet]);
  assert.deepEqual(refusal(await decide(buyer, id, 'release')), [409, 'wallet_frozen']);
  const held = await read(shop, id);
  assert.deepEqual(
    [held.status, held.escrow.deciders.map(({ decision }: any) => decision)],
    ['open', [null, 'release']],
  );
  await pool.query(`UPDATE balances SET frozen = false WHERE wallet_id = $1`, [seller.wallet]);
  await pool.query(`UPDATE wallets SET frozen_at = NULL, frozen_reason = NULL WHERE id = $1`, [seller.wallet]);
  assert.equal((await decide(buyer, id, 'release')).body.status, 'captured');
});

test('deciders find what waits for them, and a stranger nothing', async () => {
  const { shop, buyer, seller, hold } = await market();
  const { id } = (await hold()).body;
  const plain = (await hold({ escrow: null, amount: 1 })).body;
  assert.equal(plain.escrow, null);
  const waiting = async (who: Decider, query = '') =>
    (await who.call('GET', `/holds/escrows${query}`)).body.data.map((one: any) => one.id);
  assert.deepEqual([await waiting(buyer), await waiting(seller)], [[id], [id]]);
  await decide(buyer, id, 'release');
  assert.deepEqual([await waiting(buyer), await waiting(buyer, '?status=open')], [[], [id]]);
  const seen = (await buyer.call('GET', `/holds/${id}/escrow`)).body;
  assert.deepEqual([seen.object, seen.amount, seen.decision], ['escrow', 600, 'release']);
  for (const secret of [buyer.wallet, seller.wallet, shop.merchantId, 'captures', 'reference'])
    assert.ok(!JSON.stringify(seen).includes(secret), secret);

  const strangers: Decider[] = [await payerWith(service, 0n), await service.merchant(), shop];
  for (const who of strangers) {
    assert.deepEqual(refusal(await who.call('GET', `/holds/${id}/escrow`)), [404, 'not_found']);
    assert.deepEqual(refusal(await decide(who, id, 'return')), [404, 'not_found']);
    assert.deepEqual(await waiting(who, '?status=all'), []);
  }
  // A decider sees this hold, and not as its holder does.
  assert.deepEqual(refusal(await buyer.call('GET', `/holds/${plain.id}/escrow`)), [404, 'not_found']);
  assert.equal((await buyer.call('GET', `/holds/${id}`)).status, 403);
  assert.equal((await read(shop, id)).escrow.disputed, false);
});

test('a merchant decides with its key, on its own hold or another merchant’s', async () => {
  const { shop, buyer, wallet, hold } = await market();
  const agent = await service.merchant();
  const theirs = await agent.wallet('XOF');
  const { id } = (await hold({ escrow: { deciders: [theirs, wallet] } })).body;
  assert.deepEqual((await agent.call('GET', '/holds/escrows')).body.data.length, 1);
  assert.deepEqual(refusal(await agent.call('GET', `/holds/${id}`)), [404, 'not_found']);
  const { key } = await agent.newKey({ scopes: ['holds:read'] });
  const refused = await service.request('POST', `/api/v1/holds/${id}/decide`, { key, body: { decision: 'return' } });
  assert.deepEqual(refusal(refused), [403, 'insufficient_scope']);
  await decide(agent, id, 'return');
  assert.equal((await decide(shop, id, 'return')).body.status, 'released');
  assert.deepEqual(refusal(await decide(buyer, id, 'return')), [404, 'not_found']);
  // Neither the answers nor the events have the other's request.
  const { data } = (await shop.call('GET', '/events?type=hold.decided')).body;
  assert.equal(new Set(data.map(({ request }: any) => request?.id)).size, 1);
});

test('the deciders are two different owners, and the receiver is named', async () => {
  const { shop, buyer, seller, hold } = await market();
  const second = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  const third = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  const faults: [fields: object, param: string, reason: string][] = [
    [{ escrow: { deciders: [buyer.wallet, buyer.wallet] } }, 'escrow.deciders[1]', 'same_decider'],
    [{ escrow: { deciders: [buyer.wallet, buyer.identifier] } }, 'escrow.deciders[1]', 'same_decider'],
    [{ escrow: { deciders: [second, third] } }, 'escrow.deciders[1]', 'same_decider'],
    [{ escrow: { deciders: ['somebody', seller.wallet] } }, 'escrow.deciders[0]', 'not_recipient'],
    [{ to: null }, 'to', 'required'],
  ];
  for (const [fields, param, reason] of faults) {
    const { status, body } = await hold(fields);
    assert.deepEqual([status, body.error?.param, body.error?.details[0].reason], [400, param, reason]);
  }
  const dollars = await shop.wallet('USD');
  for (const [one, code] of [
    [dollars, 'currency_mismatch'],
    ['+50937009876', 'recipient_not_found'],
  ]) {
    const refused = await hold({ escrow: { deciders: [seller.wallet, one] } });
    assert.deepEqual([...refusal(refused), refused.body.error.param], [422, code, 'escrow.deciders[1]']);
  }
  assert.equal((await hold({ escrow: { deciders: [buyer.identifier, seller.wallet] } })).status, 201);
});

test('the database refuses an end that the deciders did not choose', async () => {
  const { buyer, hold } = await market();
  const { id } = (await hold()).body;
  await decide(buyer, id, 'release');
  for (const status of ['captured', 'released']) {
    const column = status === 'captured' ? 'captured' : 'released';
    const ends = 'due_at = NULL, ended_at = now()';
    const text = `UPDATE wallet_holds SET status = $2, ${column} = amount, ${ends} WHERE id = $1`;
    await assert.rejects(service.db.pool.query(text, [id, status]), /wallet_holds_escrow/);
  }
  const part = 'UPDATE wallet_holds SET captured = 1 WHERE id = $1';
  await assert.rejects(service.db.pool.query(part, [id]), /wallet_holds_escrow/);
});

test('32 clients change their minds at once: one end, and it is what both decided', async () => {
  const { shop, wallet, buyer, seller, hold } = await market();
  const { id } = (await hold()).body;
  const deciders: readonly Payer[] = [buyer, seller];
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) => decide(deciders[i % 2]!, id, i % 4 < 2 ? 'release' : 'return')),
  );
  for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text);
  const { status, escrow } = await read(shop, id);
  const made = escrow.deciders.map(({ decision }: any) => decision);
  if (status === 'open') assert.notEqual(made[0], made[1]);
  else assert.deepEqual(made, status === 'captured' ? ['release', 'release'] : ['return', 'return']);
  const gone = status === 'captured' ? 600 : 0;
  assert.deepEqual(await balance(seller, seller.wallet), [gone, 0]);
  assert.deepEqual(await balance(shop, wallet), status === 'open' ? [400, 600] : [1_000 - gone, 0]);
});
