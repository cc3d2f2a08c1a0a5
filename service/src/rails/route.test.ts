import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { networks } from './networks.ts';
import { providers } from './providers.ts';
import type { RailRow } from './rail-row.ts';
import { type Candidate, type RouteQuestion, routeTo } from './route.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 1_000 };

type Options = Partial<RailRow> & { held?: boolean | number; needsCode?: boolean; decimals?: number; lacks?: string };

/** A rail of Uganda that takes every amount. */
function rail(slug: string, options: Options = {}): Candidate {
  const { held = false, needsCode = false, decimals = 0, lacks, ...row } = options;
  const sending = { deduplicates: true, arrivalMs: 0, minimum: null, maximum: null };
  return {
    row: {
      ...{ id: `rail_${slug}`, slug, provider: 'mtn-momo', country: 'UG', currency: 'UGX', livemode: true },
      ...{ merchant: null, baseUrl: '', prefixes: [], minimum: null, maximum: null, priority: 100 },
      ...{ callsPerSecond: null, concurrency: null, payoutDayMaximum: null, floatMinimum: null, scheme: null },
      ...{ status: 'enabled', statusReason: null, statusUntil: null, callbackSources: [], version: 1 },
      ...row,
    },
    capabilities: {
      decimals,
      collect:
        lacks === 'collect' ? null : { ...sending, flow: 'prompt', approvalMs: 300_000, needsCode, settlesLate: false },
      refund: null,
      payout: lacks === 'payout' ? null : { ...sending, batchMost: null },
    },
    held: held === false ? null : { state: 'not_taken', ...(typeof held === 'number' ? { retryAfterMs: held } : {}) },
    checksNames: false,
  };
}

const mtn = rail('mtn-ug');
const airtel = rail('airtel-ug', { provider: 'airtel', prefixes: ['25670', '25675'] });
const aggregator = rail('pawapay-ug', { provider: 'pawapay' });
const wave = rail('wave-ug', { provider: 'wave' });

const ask = (question: Partial<RouteQuestion> = {}): RouteQuestion => ({
  ...{ phone: '+256771234567', country: 'UG', network: 'MTN', currency: 'UGX', exponent: 0, amount: 1_000n },
  ...{ direction: 'collect', livemode: true, merchant: 'mer_1', asked: null, hasCode: false },
  ...{ memory: [], found: new Map() },
  ...question,
});
const order = (candidates: Candidate[], question: Partial<RouteQuestion> = {}) => {
  const route = routeTo(candidates, ask(question));
  return 'rails' in route ? route.rails.join(' ') : route.refusal.reason;
};

describe('a route', () => {
  it('prefers the request, then memory, then a lookup, then the network', () => {
    const all = [wave, aggregator, airtel, mtn];
    const found = new Map([['airtel-ug', true]]);
    assert.equal(order(all, { asked: 'wave-ug', memory: ['airtel-ug'], found }), 'wave-ug');
    assert.equal(order(all, { memory: ['wave-ug', 'mtn-ug'], found }), 'wave-ug mtn-ug airtel-ug pawapay-ug');
    assert.equal(order(all, { found }), 'airtel-ug mtn-ug pawapay-ug');
    assert.equal(order(all), 'mtn-ug pawapay-ug airtel-ug');
  });

  it("follows a rail's own prefixes instead of the numbering plan", () => {
    assert.equal(order([airtel, mtn], { phone: '+256701234567', network: 'MTN' }), 'airtel-ug mtn-ug');
    const narrow = rail('mtn-ug', { prefixes: ['25678'] });
    assert.equal(order([narrow]), 'no_rail');
    assert.equal(order([narrow], { phone: '+256781234567', network: null }), 'mtn-ug');
  });

  it('reaches a rail without prefixes only by request, memory or lookup', () => {
    assert.equal(order([wave]), 'no_rail');
    assert.equal(order([wave], { asked: 'wave-ug' }), 'wave-ug');
    assert.equal(order([wave], { memory: ['wave-ug'] }), 'wave-ug');
    assert.equal(order([wave], { found: new Map([['wave-ug', true]]) }), 'wave-ug');
  });

  it('tries the other networks of the country last, for ported numbers, and never first', () => {
    assert.equal(order([airtel, mtn]), 'mtn-ug airtel-ug');
    assert.equal(order([airtel]), 'no_rail');
    assert.equal(order([airtel, rail('mtn-ug', { held: true })]), 'unavailable');
  });

  it('asks a rail that denies the phone after the others, and alone if nothing else is left', () => {
    const found = new Map([['mtn-ug', false]]);
    assert.equal(order([mtn, aggregator], { found }), 'pawapay-ug mtn-ug');
    assert.equal(order([mtn], { found }), 'mtn-ug');
  });

  it('orders equal rails by merchant, priority, network and slug', () => {
    const cheap = rail('mtn-ug-2', { priority: 10 });
    const own = rail('own-ug', { merchant: 'mer_1', priority: 500 });
    assert.equal(order([mtn, cheap, own]), 'own-ug mtn-ug-2 mtn-ug');
    assert.equal(order([aggregator, mtn]), 'mtn-ug pawapay-ug');
    assert.equal(order([rail('b'), rail('a')]), 'a b');
  });

  it('names what is wrong: currency, bounds, decimals, code, country, direction, rail', () => {
    assert.deepEqual(routeTo([mtn, rail('usd', { currency: 'USD' })], ask({ currency: 'XOF' })), {
      refusal: { reason: 'currency', currencies: ['UGX', 'USD'] },
    });
    const bounded = [rail('a', { minimum: 500n, maximum: 900n }), rail('b', { maximum: 800n })];
    assert.deepEqual(routeTo(bounded, ask()), { refusal: { reason: 'amount', minimum: null, maximum: 900n } });
    assert.equal(order([mtn], { exponent: 2, amount: 1_050n }), 'decimals');
    assert.equal(order([mtn], { exponent: 2, amount: 1_100n }), 'mtn-ug');
    assert.equal(order([rail('mtn-ug', { needsCode: true })]), 'code');
    assert.equal(order([rail('mtn-ug', { needsCode: true })], { hasCode: true }), 'mtn-ug');
    assert.equal(order([mtn], { asked: 'mtn-ug', country: 'KE', phone: '+254722000000' }), 'country');
    assert.equal(order([rail('mtn-ug', { lacks: 'payout' })], { asked: 'mtn-ug', direction: 'payout' }), 'direction');
    assert.equal(order([mtn], { asked: 'mtn-ke' }), 'unknown_rail');
    assert.equal(order([mtn], { livemode: false }), 'no_rail');
    assert.equal(order([rail('other', { merchant: 'mer_2' })], { asked: 'other' }), 'unknown_rail');
  });

  it('says when the first rail is open again; a payout item waits instead', () => {
    const held = [rail('a', { held: 9_000 }), rail('b', { held: 4_000 }), rail('c', { held: true })];
    assert.deepEqual(routeTo(held, ask()), { refusal: { reason: 'unavailable', retryAfterMs: 4_000 } });
    assert.deepEqual(routeTo([rail('c', { held: true })], ask()), {
      refusal: { reason: 'unavailable', retryAfterMs: null },
    });
    assert.equal(order([...held, rail('z')], { direction: 'payout' }), 'z a b c');
  });

  it('takes test numbers of a provider on its test rails, whatever the country', () => {
    const test = rail('mtn-test', { livemode: false, currency: 'EUR' });
    const swedish = { phone: '+46733123450', country: 'SE', network: null, currency: 'EUR', livemode: false };
    assert.equal(order([test], { ...swedish, asked: 'mtn-test' }), 'mtn-test');
    assert.equal(order([test], { ...swedish, asked: 'mtn-test', phone: '+46701234567' }), 'country');
  });
});

it('every provider has an entry among the networks', () => {
  assert.deepEqual(Object.keys(networks).toSorted(), Object.keys(providers).toSorted());
});

/** A few rails and a question about them, from small sets so that they often meet. */
const anyRail = fc
  .record({
    provider: fc.constantFrom('mtn-momo', 'pawapay', 'wave', 'airtel'),
    country: fc.constantFrom('UG', 'KE'),
    currency: fc.constantFrom('UGX', 'KES'),
    livemode: fc.boolean(),
    merchant: fc.constantFrom(null, 'mer_1', 'mer_2'),
    prefixes: fc.constantFrom([], ['25677'], ['25670']),
    minimum: fc.constantFrom(null, 10n, 1_000n),
    maximum: fc.constantFrom(null, 100n, 10_000n),
    priority: fc.integer({ min: 1, max: 3 }),
    held: fc.constantFrom<boolean | number>(false, true, 5_000),
    needsCode: fc.boolean(),
    decimals: fc.constantFrom(0, 2),
    lacks: fc.constantFrom('nothing', 'collect', 'payout'),
  })
  .map((options) => options);
const world = fc
  .array(anyRail, { maxLength: 6 })
  .map((list) => list.map((options, i) => rail(`r${i}`, options as Options)));
const slugs = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];
const anyQuestion = fc
  .record({
    network: fc.constantFrom(null, 'MTN', 'Airtel'),
    currency: fc.constantFrom('UGX', 'KES'),
    exponent: fc.constantFrom(0, 2),
    amount: fc.constantFrom(1n, 50n, 100n, 5_000n, 100_000n),
    direction: fc.constantFrom('collect' as const, 'payout' as const),
    livemode: fc.boolean(),
    asked: fc.constantFrom(null, null, 'r0', 'r1'),
    hasCode: fc.boolean(),
    memory: fc.shuffledSubarray(slugs),
    found: fc.array(fc.tuple(fc.constantFrom(...slugs), fc.boolean())).map((pairs) => new Map(pairs)),
  })
  .map(ask);

/** The rules, said without an order: whether a rail may ever serve the question. */
function mayServe({ row, capabilities, held }: Candidate, question: RouteQuestion): boolean {
  const { amount, exponent, currency, livemode, merchant, direction, hasCode } = question;
  const isOpen = held === null || direction === 'payout';
  const isIts = row.livemode === livemode && (row.merchant === null || row.merchant === merchant);
  const isHere = row.country === 'UG' || row.prefixes.some((prefix) => question.phone.startsWith(`+${prefix}`));
  const fits = amount! >= (row.minimum ?? 0n) && amount! <= (row.maximum ?? amount!);
  const isWhole = exponent === 0 || capabilities.decimals === 2 || amount! % 100n === 0n;
  const hasIts = direction === 'payout' || !capabilities.collect?.needsCode || hasCode;
  const can = capabilities[direction] !== null;
  return isOpen && isIts && isHere && fits && isWhole && hasIts && can && row.currency === currency;
}

it(`no route breaks a rule, whatever the rails (SEED=${seed})`, () => {
  fc.assert(
    fc.property(world, anyQuestion, (candidates, question) => {
      const route = routeTo(candidates, question);
      if (!('rails' in route)) return;
      assert.ok(route.rails.length > 0);
      assert.equal(new Set(route.rails).size, route.rails.length);
      if (question.asked !== null) assert.deepEqual(route.rails, [question.asked]);
      for (const slug of route.rails) {
        const candidate = candidates.find(({ row }) => row.slug === slug)!;
        assert.ok(mayServe(candidate, question), `${slug} may not serve this`);
      }
    }),
    runs,
  );
});

it(`the order of the rails in the configuration changes nothing (SEED=${seed})`, () => {
  const shuffled = world.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, anyQuestion, ([list, other], question) => {
      assert.deepEqual(routeTo(list, question), routeTo(other, question));
    }),
    runs,
  );
});

it(`a rail that worked before comes first, if it may serve (SEED=${seed})`, () => {
  fc.assert(
    fc.property(world, anyQuestion, (candidates, question) => {
      if (question.asked !== null) return;
      const open = candidates.filter((one) => one.held === null && mayServe(one, question));
      const known = question.memory.find((slug) => open.some(({ row }) => row.slug === slug));
      const route = routeTo(candidates, question);
      if (known !== undefined) assert.equal('rails' in route && route.rails[0], known);
    }),
    runs,
  );
});
