import assert from 'node:assert/strict';
import { after as atEnd, before, beforeEach, test } from 'node:test';
import type { Disbursement, PayOutAnswer } from '../../src/rails/rail.ts';
import { readWaveHandle } from '../../src/rails/wave/payout-handle.ts';
import { after, ask, startWave, verdict, type WaveTest } from './wave-rail.ts';

let wave: WaveTest;
const RECIPIENT = '+221770001234';
const paidOnce = [
  ['payout', '-1000'],
  ['fee', '-10'],
];

before(async () => {
  wave = await startWave();
});
beforeEach(() => wave.counterpart.ask('DELETE', '/trouble'));
atEnd(() => wave.stop());

const trouble = (kind: string, changes = {}) =>
  wave.counterpart.ask('POST', '/trouble', { kind, next: 1, operation: 'payout', ...changes });

/** Sends a batch, and gives the items their handles. */
async function sendMany(items: readonly Disbursement[]): Promise<Disbursement[]> {
  const answers: readonly PayOutAnswer[] = await wave.rail.payOutMany(items);
  return items.map((item, i) => after(item, answers[i]!));
}

/** Asks again as the service does, with the handle of each answer. */
async function settle(sent: Disbursement, wanted: string): Promise<PayOutAnswer> {
  let item = sent;
  return ask(wanted, async () => {
    const answer = await wave.rail.checkPayOut(item);
    item = after(item, answer);
    return answer;
  });
}

test('a payout is made at once, with its fee', async () => {
  const item = wave.item(RECIPIENT);
  const answer = await wave.rail.payOut(item);
  assert.equal(answer.state, 'succeeded');
  assert.equal((answer as { fee?: bigint }).fee, 10n);
  assert.match(String((answer as { railReference?: string }).railReference), /^pt-\w{1,17}$/);
  assert.deepEqual(await wave.movements(item.id), paidOnce);
});

test('a refused recipient fails the item with the code of Wave', async () => {
  const outcomes = [
    ['+221770000011', 'recipient_not_found', 'request-validation-error'],
    ['+221770000012', 'recipient_cannot_receive', 'recipient-account-blocked'],
    ['+221770000005', 'recipient_cannot_receive', 'recipient-limit-exceeded'],
    ['+2250700001234', 'recipient_cannot_receive', 'country-mismatch'],
  ] as const;
  for (const [phone, code, railCode] of outcomes)
    assert.deepEqual(verdict(await wave.rail.payOut(wave.item(phone))), ['failed', code, railCode]);
});

test('a payout without an answer is repeated with the same key and paid once', async () => {
  for (const kind of ['taken_then_cut', 'cut', 'status', 'firewall', 'empty', 'cut_json', 'too_many', 'maintenance']) {
    const item = wave.item(RECIPIENT);
    await trouble(kind);
    const answer = await wave.rail.payOut(item);
    assert.equal(answer.state, 'pending', kind);
    const sent = after(item, answer);
    // Seconds apart, and then as long as it takes.
    await wave.advance(6_000);
    assert.equal((await settle(sent, 'succeeded')).state, 'succeeded', kind);
    assert.deepEqual(await wave.movements(item.id), paidOnce, kind);
  }
});

test('control: another key pays a second time', async () => {
  const item = wave.item(RECIPIENT);
  await wave.rail.payOut(item);
  const { api_key: key } = wave.counterpart.credentials;
  await fetch(`${wave.counterpart.url}/v1/payout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'another' },
    body: JSON.stringify({
      currency: 'XOF',
      receive_amount: '1000',
      mobile: RECIPIENT,
      client_reference: item.id,
    }),
  });
  assert.deepEqual(await wave.movements(item.id), [...paidOnce, ...paidOnce]);
});

test('a payout in processing is settled when Wave says so, also hours later', async () => {
  const item = wave.item('+221770000008');
  const sent = after(item, await wave.rail.payOut(item));
  assert.match(sent.handle!, /^pt-/);
  await wave.advance(5 * 3_600_000);
  assert.equal((await wave.rail.checkPayOut(sent)).state, 'pending');
  await wave.counterpart.ask('POST', '/answer', { reference: item.id, outcome: 'cannot_receive' });
  const answer = await settle(sent, 'failed');
  assert.deepEqual(verdict(answer), ['failed', 'recipient_cannot_receive', 'recipient-account-blocked']);
});

test('codes and amounts are read in each of their spellings', async () => {
  for (const spelling of ['error', 'error_code', 'code']) {
    await wave.counterpart.ask('POST', '/settings', { error_as: spelling });
    const answer = await wave.rail.payOut(wave.item('+221770000005'));
    assert.deepEqual(verdict(answer), ['failed', 'recipient_cannot_receive', 'recipient-limit-exceeded'], spelling);
  }
  for (const form of ['number', 'decimals', 'text']) {
    await wave.counterpart.ask('POST', '/settings', { amount_as: form });
    const answer = await wave.rail.payOut(wave.item(RECIPIENT));
    assert.equal(answer.state === 'succeeded' && answer.fee, 10n, form);
    assert.equal(typeof (await wave.rail.balance())[0]!.available, 'bigint');
  }
});

test('an empty float fails no item, and a top-up pays it', async () => {
  const { balances } = await wave.counterpart.ask('GET', '/ledger');
  const { XOF: float } = balances;
  await wave.counterpart.ask('POST', '/topup', { amount: `-${float}`, currency: 'XOF' });
  const item = wave.item(RECIPIENT);
  assert.deepEqual(verdict(await wave.rail.payOut(item)), ['not_taken', 'float']);
  const [first, second] = await sendMany([wave.item(RECIPIENT), wave.item(RECIPIENT)]);
  assert.deepEqual(verdict(await settle(first!, 'not_taken')), ['not_taken', 'float']);
  await wave.counterpart.ask('POST', '/topup', { amount: float, currency: 'XOF' });
  assert.equal((await wave.rail.payOut(item)).state, 'succeeded');
  // Its payout in the batch certainly failed, so the item goes out under a new mark.
  await wave.advance(120_000);
  const again = { ...second!, handle: null, sentAt: wave.item(RECIPIENT).sentAt };
  assert.equal((await wave.rail.payOut(again)).state, 'succeeded');
  assert.deepEqual(await wave.movements(again.id), paidOnce);
});

test('a disabled wallet and a refused key fail nothing', async () => {
  await wave.counterpart.ask('POST', '/settings', { key_error: 'disabled-wallet' });
  assert.deepEqual(verdict(await wave.rail.payOut(wave.item(RECIPIENT))), ['not_taken', 'float']);
  await wave.counterpart.ask('POST', '/settings', { key_error: 'no-matching-api-key' });
  assert.deepEqual(verdict(await wave.rail.payOut(wave.item(RECIPIENT))), ['not_taken', 'credentials']);
  await wave.counterpart.ask('POST', '/settings', { key_error: null });
});

test('a batch pays each item once, and one that stays in processing is asked for by its id', async () => {
  const phones = [RECIPIENT, '+221770000011', '+221770000012', '+221770000008', '+2250700001234', '+221770005678'];
  const items = await sendMany(phones.map((phone) => wave.item(phone)));
  for (const item of items) assert.match(item.handle!, /^pb-/);
  const [first, unknown, blocked, hanging, abroad, last] = items;
  await settle(first!, 'succeeded');
  await settle(last!, 'succeeded');
  assert.deepEqual(await wave.movements(first!.id), paidOnce);
  const failures = [
    [unknown!, 'recipient_not_found'],
    [blocked!, 'recipient_cannot_receive'],
    [abroad!, 'recipient_cannot_receive'],
  ] as const;
  for (const [item, code] of failures) assert.equal(verdict(await settle(item, 'failed'))[1], code);
  const waiting = after(hanging!, await wave.rail.checkPayOut(hanging!));
  assert.match(waiting.handle!, /^pt-/);
  await wave.counterpart.ask('POST', '/answer', { reference: waiting.id, outcome: 'succeeds' });
  await settle(waiting, 'succeeded');
});

test('the items of a batch share one question', async () => {
  const items = await sendMany(Array.from({ length: 40 }, () => wave.item(RECIPIENT)));
  const asked = async () => {
    const { requests } = await wave.counterpart.ask('GET', '/requests');
    return requests.filter(({ path }: { path: string }) => path.startsWith('/v1/payout-batch/')).length;
  };
  const before = await asked();
  await Promise.all(items.map((item) => wave.rail.checkPayOut(item)));
  assert.equal((await asked()) - before, 1);
});

test('a refused batch moves nothing, and its items are sent by themselves', async () => {
  const good = wave.item(RECIPIENT);
  const answers = await wave.rail.payOutMany([wave.item('770001234'), good]);
  assert.deepEqual(verdict(answers[0]!), ['failed', 'recipient_not_found', 'request-validation-error']);
  assert.equal(answers[1]!.state, 'succeeded');
  assert.deepEqual(await wave.movements(good.id), paidOnce);
});

test('a batch without an answer that arrived is found by search', async () => {
  await trouble('taken_then_cut');
  const items = await sendMany([wave.item(RECIPIENT), wave.item(RECIPIENT)]);
  for (const item of items) {
    assert.equal(readWaveHandle(item.handle)?.kind, 'key');
    await settle(item, 'succeeded');
    assert.deepEqual(await wave.movements(item.id), paidOnce);
  }
});

test('a batch that did not arrive can never arrive late beside a second send', async () => {
  await trouble('cut');
  const items = await sendMany([wave.item(RECIPIENT), wave.item(RECIPIENT)]);
  const handle = readWaveHandle(items[0]!.handle);
  assert.ok(handle?.kind === 'key');
  await wave.advance(6_000);
  // The first item uses the batch's key up, and is paid by it.
  await settle(items[0]!, 'succeeded');
  const fenced = after(items[1]!, await wave.rail.checkPayOut(items[1]!));
  assert.equal(readWaveHandle(fenced.handle)?.kind, 'fenced');
  assert.equal((await wave.rail.checkPayOut(fenced)).state, 'pending');
  // The first request comes out of the network now: its key is used.
  const late = await postBatch(handle.key, items);
  assert.deepEqual([late.status, ((await late.json()) as { code: string }).code], [409, 'idempotency-mismatch']);
  await wave.advance(61_000);
  assert.equal((await wave.rail.checkPayOut(fenced)).state, 'not_found');
  const again = { ...fenced, handle: null };
  assert.equal((await wave.rail.payOut(again)).state, 'succeeded');
  for (const item of items) assert.deepEqual(await wave.movements(item.id), paidOnce);
});

test('an item fails if Wave knows its key with another body and lists no payout of it a minute later', async () => {
  const item = wave.item(RECIPIENT);
  assert.equal((await postBatch(item.id, [wave.item(RECIPIENT)])).status, 200);
  const sent = after(item, await wave.rail.payOut(item));
  assert.equal(readWaveHandle(sent.handle)?.kind, 'fenced');
  assert.equal((await wave.rail.checkPayOut(sent)).state, 'pending');
  await wave.advance(61_000);
  assert.deepEqual(verdict(await wave.rail.checkPayOut(sent)), ['failed', 'rail_error', 'idempotency-mismatch']);
  assert.deepEqual(await wave.movements(item.id), []);
});

test('control: without the fence a late batch pays a second time', async () => {
  await trouble('cut');
  const [item, other] = await sendMany([wave.item(RECIPIENT), wave.item(RECIPIENT)]);
  const handle = readWaveHandle(item!.handle);
  assert.ok(handle?.kind === 'key');
  await wave.rail.payOut({ ...item!, handle: null });
  assert.equal((await postBatch(handle.key, [item!, other!])).status, 200);
  await wave.advance(1_000);
  assert.deepEqual(await wave.movements(item!.id), [...paidOnce, ...paidOnce]);
});

async function postBatch(key: string, items: readonly Disbursement[]): Promise<Response> {
  const { api_key: apiKey } = wave.counterpart.credentials;
  const payouts = items.map(({ id, recipient, amount, currency }) => ({
    currency,
    receive_amount: amount.toString(),
    mobile: recipient,
    client_reference: id,
  }));
  return fetch(`${wave.counterpart.url}/v1/payout-batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ payouts }),
  });
}

test('an item whose process died before it kept a key is only looked for', async () => {
  const never = wave.item(RECIPIENT);
  assert.equal((await wave.rail.checkPayOut(never)).state, 'not_found');
  const taken = wave.item(RECIPIENT);
  await wave.rail.payOut(taken);
  assert.equal((await wave.rail.checkPayOut(taken)).state, 'succeeded');
});

test('a payout that Wave takes back is returned', async () => {
  const item = wave.item(RECIPIENT);
  const sent = after(item, await wave.rail.payOut(item));
  await wave.counterpart.ask('POST', '/reverse', { reference: item.id });
  assert.equal((await wave.rail.checkPayOut(sent)).state, 'returned');
});
