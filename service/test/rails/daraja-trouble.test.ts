import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import { meaningOf } from '../../src/core/sending.ts';
import type { Collection, Disbursement, Repayment } from '../../src/rails/rail.ts';
import { collectionOf, itemOf, kenyan, type LedgerEntry, openDaraja, refundOf } from './open-daraja.ts';

/** Calls fail in every way, and callbacks are lost, late, doubled and forged. */
const SEED = Number(process.env.SEED ?? 1);
const EACH = 100;
const ROUND_MS = 20_000;
const MOST_ROUNDS = 200;

const troubles = ['taken_then_cut', 'cut', 'status', 'firewall', 'empty', 'cut_json', 'too_many'];
const modes = ['never', 'twice', 'late', 'other_amount', 'opposite', 'forged', 'early'];

const open = await openDaraja();
before(async () => {
  console.log(`SEED=${SEED}`);
  const control = (path: string, body: object) => open.counterpart.ask('POST', path, body);
  for (const [i, kind] of troubles.entries()) await control('/trouble', { kind, share: 0.02, seed: SEED + i });
  for (const mode of modes) await control('/callbacks', { mode, share: 0.08, seed: SEED, after_ms: 45_000 });
});
after(() => open.stop());

type AnyRecord = { readonly id: string; sentAt: Date; handle: string | null };
type AnyAnswer = { readonly state: string; readonly handle?: string; readonly railReference?: string | null };

/** One record, driven as the service does: a mark before each send, and no second send without a certain reason. */
type Driven = {
  readonly record: AnyRecord;
  send(): Promise<AnyAnswer>;
  check(): Promise<AnyAnswer>;
  readonly rules: { readonly deduplicates: boolean; readonly arrivalMs: number };
  isSent: boolean;
  notFound: number;
  end: AnyAnswer | null;
};

async function step(driven: Driven): Promise<void> {
  if (driven.end) return;
  const { record } = driven;
  if (!driven.isSent) record.sentAt = new Date(open.now());
  const isQuestion = driven.isSent;
  let answer = await (isQuestion ? driven.check() : driven.send());
  driven.isSent = true;
  if (isQuestion) {
    const sends = { sent_at: record.sentAt, not_found: driven.notFound, rail_handle: record.handle };
    const meaning = meaningOf(answer, sends, driven.rules, new Date(open.now()));
    if (meaning === 'never arrived') answer = { state: 'not_taken' };
    if (meaning === 'nothing') answer = { state: 'pending' };
    driven.notFound = answer.state === 'not_found' ? driven.notFound + 1 : 0;
  }
  if (answer.state === 'not_taken') {
    driven.isSent = false;
    driven.notFound = 0;
    record.handle = null;
  } else if (answer.handle !== undefined) record.handle = answer.handle;
  if (answer.state === 'succeeded' || answer.state === 'failed') driven.end = answer;
}

async function driveAll(all: readonly Driven[]): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && all.some(({ end }) => end === null); round++) {
    await Promise.all(all.map(step));
    // Callbacks that are due now arrive before the next round.
    await open.advance(ROUND_MS);
  }
}

const driven = (record: AnyRecord, send: Driven['send'], check: Driven['check'], rules: Driven['rules']): Driven => ({
  record,
  send,
  check,
  rules,
  isSent: false,
  notFound: 0,
  end: null,
});

const phoneOf = (i: number) => kenyan(i % 5 === 0 ? '0002' : undefined);

const payments = () =>
  Array.from({ length: EACH }, (_, i) => {
    const payment: Collection = collectionOf(open, { customer: phoneOf(i) });
    const { rail } = open;
    const rules = rail.capabilities().collect!;
    return driven(
      payment as unknown as AnyRecord,
      () => rail.collect!(payment) as Promise<AnyAnswer>,
      () => rail.check!(payment) as Promise<AnyAnswer>,
      rules,
    );
  });

const items = () =>
  Array.from({ length: EACH }, (_, i) => {
    const item: Disbursement = itemOf(open, { recipient: kenyan(i % 5 === 0 ? '0011' : undefined) });
    const { rail } = open;
    return driven(
      item as unknown as AnyRecord,
      () => rail.payOut!(item) as Promise<AnyAnswer>,
      () => rail.checkPayOut!(item) as Promise<AnyAnswer>,
      rail.capabilities().payout!,
    );
  });

const refunds = (paid: readonly Driven[]) =>
  paid.map(({ record, end }) => {
    const refund: Repayment = refundOf(open, record as unknown as Collection, end!.railReference ?? null);
    const { rail } = open;
    return driven(
      refund as unknown as AnyRecord,
      () => rail.refund!(refund) as Promise<AnyAnswer>,
      () => rail.checkRefund!(refund) as Promise<AnyAnswer>,
      rail.capabilities().refund!,
    );
  });

/** A record stays open only if control loses each result about it; the service makes a case of it. */
async function compare(all: readonly Driven[], kind: string, mostOpen: number): Promise<void> {
  const stillOpen = all.filter(({ end }) => end === null).map(({ record }) => record.id);
  assert(stillOpen.length <= mostOpen, stillOpen.join());
  const { entries } = await open.counterpart.ask('GET', '/ledger');
  const moved = Map.groupBy<string, LedgerEntry>(
    entries.filter((entry: LedgerEntry) => entry.kind === kind),
    ({ reference }) => reference,
  );
  for (const { record, end } of all) {
    const movements = moved.get(record.id) ?? [];
    assert(movements.length <= 1, `${record.id} moved money ${movements.length} times`);
    if (end === null) continue;
    const story = () => inspect([record.id, end, record.handle, open.receivedOf(record.id)], { depth: 4 });
    assert.equal(end.state, movements.length === 1 ? 'succeeded' : 'failed', story());
    if (end.state === 'succeeded' && end.railReference) assert.equal(end.railReference, movements[0]!.operation);
  }
}

test('each record reaches its end, and moves money at most once, as the books of the provider say', async () => {
  const all = { payments: payments(), items: items() };
  await driveAll([...all.payments, ...all.items]);
  await compare(all.payments, 'collection', 0);
  await compare(all.items, 'payout', 0);
  const paid = all.payments.filter(({ end }) => end!.state === 'succeeded');
  const back = refunds(paid);
  await driveAll(back);
  await compare(back, 'refund', 3);
  const unknown = paid.filter(({ end }) => end!.railReference === null).length;
  console.log(`${paid.length} payments, ${unknown} without a receipt, ${back.length} refunds`);
});
