import assert from 'node:assert/strict';
import { after as atEnd, before, test } from 'node:test';
import { createChance } from '../../../counterparts/src/kit/chance.ts';
import { afterAnswer, hasNeverArrived, type Sends } from '../../src/core/sending.ts';
import type { Disbursement, PayOutAnswer } from '../../src/rails/rail.ts';
import { startWave, type WaveTest } from './wave-rail.ts';

const ITEMS = 240;
const ROUNDS = 120;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

let wave: WaveTest;
before(async () => {
  console.log(`SEED=${seed}`);
  wave = await startWave();
  // A search that lags makes the keys matter: without it, every payout that was taken is found before it is repeated.
  await wave.counterpart.ask('POST', '/settings', { search_after_ms: 20_000 });
});
atEnd(() => wave.stop());

/** An item as the service keeps it. Items of one claim are sent together. */
type Kept = Sends & { readonly item: Disbursement; readonly claim: number; answer: PayOutAnswer };

const unknown: PayOutAnswer = { state: 'pending' };
const isFinal = ({ answer }: Kept) => answer.state === 'succeeded' || answer.state === 'failed';

/**
 * A node that works on payout items as the service does: mark, send, keep the answer, ask. Now and then it dies between
 * a send and the answer, so that only the mark is left.
 */
async function workUntilFinal(kept: readonly Kept[], chance: () => number): Promise<void> {
  for (let round = 0; round < ROUNDS && !kept.every(isFinal); round++) {
    const open = kept.filter((one) => !isFinal(one));
    const { unsent = [], sent = [] } = Object.groupBy(open, (one) => (one.sent_at === null ? 'unsent' : 'sent'));
    const claims = Map.groupBy(unsent, ({ claim }) => claim).values();
    await Promise.all([...[...claims].map((claim) => send(claim, chance)), ...sent.map(check)]);
    await wave.advance(7_000);
  }
}

async function send(kept: readonly Kept[], chance: () => number): Promise<void> {
  const { sentAt } = wave.item('');
  for (const one of kept) keep(one, unknown, sentAt);
  const isDying = chance() < 0.1;
  const answers = await wave.rail.payOutMany(kept.map(toDisbursement));
  if (!isDying) for (const [i, one] of kept.entries()) keep(one, answers[i]!);
}

const toDisbursement = ({ item, sent_at: sentAt, rail_handle: handle }: Kept) => ({ ...item, sentAt: sentAt!, handle });

function keep(one: Kept, answer: PayOutAnswer, sentAt = one.sent_at): void {
  Object.assign(one, afterAnswer({ ...one, sent_at: sentAt }, answer), { answer });
}

async function check(one: Kept): Promise<void> {
  const answer = await wave.rail.checkPayOut(toDisbursement(one)).catch(() => unknown);
  const rules = wave.rail.capabilities().payout!;
  const isCertain = answer.state === 'not_found' && hasNeverArrived(one, rules, wave.item('').sentAt);
  keep(one, isCertain ? { state: 'not_taken' } : answer);
}

test('with a fifth of the calls in trouble and dying nodes, each item is paid exactly once', async () => {
  const chance = createChance(seed);
  const kinds = ['taken_then_cut', 'cut', 'status', 'firewall', 'empty', 'cut_json', 'too_many', 'maintenance'];
  for (const [i, kind] of kinds.entries())
    for (const operation of ['payout', 'ask'])
      await wave.counterpart.ask('POST', '/trouble', { kind, operation, share: 0.025, seed: seed + i });
  const kept = Array.from({ length: ITEMS }, (_, i): Kept => {
    const item = wave.item(i % 20 === 7 ? '+221770000012' : `+22177000${String(1_000 + i)}`);
    // Two large batches, some small ones, and 60 items by themselves.
    const claim = i < 100 ? 0 : i < 150 ? 1 : i < 180 ? Math.floor(i / 3) : 1_000 + i;
    return { item, claim, sent_at: null, not_found: 0, rail_handle: null, answer: unknown };
  });
  await workUntilFinal(kept, chance);

  const { entries } = await wave.counterpart.ask('GET', '/ledger');
  for (const { item, answer } of kept) {
    const moved = entries.filter((one: { reference: string; kind: string }) => one.reference === item.id);
    const isBlocked = item.recipient.endsWith('0012');
    assert.equal(answer.state, isBlocked ? 'failed' : 'succeeded', item.id);
    assert.deepEqual(
      moved.map(({ kind }: { kind: string }) => kind),
      isBlocked ? [] : ['payout', 'fee'],
    );
  }
});
