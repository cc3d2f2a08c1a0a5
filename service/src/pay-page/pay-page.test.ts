import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type {
  AttemptInput,
  AttemptResult,
  HostedPage,
  LinkPage,
  OpenInput,
  PageMethod,
  SessionPage,
} from '../checkout/page.ts';
import { readTypedAmount } from '../core/typed-amount.ts';
import { pageLanguages } from '../pages/language.ts';
import { type PayPageDeps, registerPayPages } from './register.ts';
import { payTexts } from './words.ts';

const method: PageMethod = {
  ...{ rail: 'mtn-ug', provider: 'mtn-momo', flow: 'prompt', needsCode: false, available: true, until: null },
  ...{ minimum: 500n, maximum: 5_000_000n, charge: null },
};
const down: PageMethod = { ...method, rail: 'wave-sn', provider: 'wave', flow: 'redirect', available: false };
const wallet: PageMethod = {
  ...method,
  rail: 'wallet',
  provider: 'wallet',
  flow: 'in_app',
  minimum: null,
  maximum: null,
};
const payment = {
  ...{
    id: 'pay_1',
    amount: 5_000n,
    charge: null,
    status: 'requires_action',
    rail: 'mtn-ug',
    maskedPhone: '+256 •••• 67',
    failure: null,
  },
  nextAction: { type: 'prompt', expires_at: '', instructions: 'Approve it', redirect_url: null },
  ...{ expiresAt: new Date(Date.now() + 200_000), createdAt: new Date() },
} as const;
const session: SessionPage = {
  ...{
    kind: 'session',
    state: 'ready',
    merchant: { id: 'mer_1', name: 'Chez Awa', logo: null },
    livemode: true,
    id: 'cs_1',
  },
  ...{
    token: 'abc',
    holds: false,
    amount: 12_500n,
    currency: 'XOF',
    title: null,
    description: 'Two bags\nof rice',
    quantity: 1,
  },
  ...{ locale: null, maskedPhone: null, attempts: 0, methods: [method, down, wallet], payment: null },
  ...{ expiresAt: new Date(Date.now() + 1e6), completedAt: null, successUrl: null, cancelUrl: null, linkCode: null },
};
const link: LinkPage = {
  ...{ kind: 'link', state: 'open', merchant: session.merchant, livemode: true, id: 'lnk_1', code: 'short' },
  ...{ title: 'Rice', description: null, amount: null, minimum: 500n, maximum: 90_000n, currency: 'XOF' },
  ...{ maxQuantity: 1, ask: { name: 'required', note: 'optional' }, locale: null, addsFee: false },
};

type Fake = { page: HostedPage; attempt?: AttemptResult; attempts: AttemptInput[]; opened: OpenInput[] };

/** The pages over an operation that answers as the test says. */
function openPages(fake: Partial<Fake>): { app: FastifyInstance; fake: Fake } {
  const state: Fake = { page: null, attempts: [], opened: [], ...fake };
  const app = Fastify();
  const versions = async (_statement: unknown, [tokens]: [string[]]) =>
    tokens.map((token) => ({ token, version: 3, payment: 2 }));
  const deps = {
    people: { db: { query: versions } },
    log: pino({ level: 'silent' }),
    ...{ base: '/africa', brand: 'Rialto', addressLimiter: { enter: () => () => undefined } },
    providerOf: (rail: string) => (rail === 'mtn-ug' ? 'mtn-momo' : rail),
    exponentOf: (currency: string) => (currency === 'XOF' ? 0 : 2),
    read: async () => state.page,
    readReceipt: async () => 'none',
    attempt: async (input: AttemptInput) => {
      state.attempts.push(input);
      return state.attempt ?? { outcome: 'started', payment: 'pay_1' };
    },
    open: async (input: OpenInput) => {
      state.opened.push(input);
      return { outcome: 'opened', token: 'new-token' };
    },
  };
  registerPayPages(app, deps as unknown as PayPageDeps);
  return { app, fake: state };
}

const waiting = (more: object = {}, of: object = {}): SessionPage => ({
  ...session,
  state: 'waiting',
  attempts: 1,
  payment: { ...payment, ...more } as SessionPage['payment'],
  ...of,
});
const inApp = { type: 'in_app', expires_at: '', instructions: '', redirect_url: null };
const redirect = { type: 'redirect', expires_at: '', instructions: '', redirect_url: 'https://pay.wave.com/c/1' };
const failed = { ...payment, status: 'failed', nextAction: null, failure: 'insufficient_funds' } as const;
const samples: Readonly<Record<string, NonNullable<HostedPage>>> = {
  ready: session,
  known: { ...session, maskedPhone: '+256 •••• 01', cancelUrl: 'https://shop.example/cart' },
  coded: { ...session, methods: [{ ...method, needsCode: true, flow: 'otp' }] },
  none: { ...session, methods: [] },
  charged: { ...session, methods: [{ ...method, charge: { fee: 255n, tax: 46n, total: 12_801n } }] },
  chargedByMethod: {
    ...session,
    methods: [
      { ...method, charge: { fee: 255n, tax: 46n, total: 12_801n } },
      { ...down, available: true, charge: { fee: 100n, tax: 0n, total: 12_600n } },
    ],
  },
  again: { ...session, attempts: 1, payment: failed },
  starting: waiting({ status: 'pending', nextAction: null }),
  prompt: waiting(),
  redirect: waiting({ nextAction: redirect }),
  wallet: waiting({ nextAction: inApp, rail: 'wallet' }),
  processing: waiting({ status: 'processing', nextAction: null }),
  late: waiting({ expiresAt: new Date(Date.now() - 1_000) }),
  completed: {
    ...session,
    state: 'completed',
    payment: { ...payment, status: 'succeeded', nextAction: null },
    completedAt: new Date(),
    successUrl: 'https://shop.example/thanks?order=1&x=2',
  },
  expired: { ...session, state: 'expired', linkCode: 'short' },
  soldOut: { ...session, state: 'sold_out' },
  used: { ...session, state: 'attempts_used' },
  link,
  linkWithFee: { ...link, addsFee: true },
  priced: { ...link, amount: 2_500n, maxQuantity: 5 },
  ...Object.fromEntries(
    (['inactive', 'expired', 'used', 'sold_out'] as const).map((state) => [`link ${state}`, { ...link, state }]),
  ),
};

/** A hole that was not filled, or an address of another host. */
const broken = /[{}](?![^<]*<\/style>)|undefined|\[object|NaN|https?:\/\/(?!shop\.example|pay\.wave)/;

it('every state reads in every language, and its texts are complete', async () => {
  const seen = new Map<string, string>();
  for (const [name, page] of Object.entries(samples)) {
    for (const language of Object.keys(pageLanguages)) {
      const { app } = openPages({ page });
      const { body, statusCode } = await app.inject({ url: '/pay/abc', headers: { 'accept-language': language } });
      const at = `${name} in ${language}`;
      assert.equal(statusCode, 200, at);
      assert.match(body, new RegExp(`<html lang="${language}">`), at);
      assert.ok(body.includes('Chez Awa'), at);
      assert.doesNotMatch(body, broken, at);
      assert.equal(seen.get(body), undefined, at);
      seen.set(body, at);
    }
  }
  const languages = Object.values(payTexts);
  for (const key of Object.keys(payTexts.en) as (keyof typeof payTexts.en)[]) {
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();
    for (const texts of languages) assert.deepEqual(holes(texts[key]), holes(payTexts.en[key]), key);
  }
});

it('a page whose outcome is unknown has nothing that pays again, and loads itself without scripts', async () => {
  for (const name of ['starting', 'prompt', 'redirect', 'processing', 'late']) {
    const { body } = await openPages({ page: samples[name]! }).app.inject('/pay/abc');
    assert.doesNotMatch(body, /<form|<button/, name);
    assert.ok(body.includes(payTexts.en.payOnce), name);
    assert.match(body, /<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/, name);
    assert.ok(body.includes(payTexts.en.checkAgain), name);
  }
  // Control: the payer who may pay has the form.
  assert.match(
    (await openPages({ page: session }).app.inject('/pay/abc')).body,
    /<form method="post" action="\/africa/,
  );
  // A payer who types a password must not lose it.
  const { body } = await openPages({ page: samples.wallet! }).app.inject('/pay/abc');
  assert.doesNotMatch(body, /http-equiv/);
  assert.match(body, /type="password"/);
});

it('the page links to success_url only once the payment is final, and only to web addresses', async () => {
  const shown = async (page: NonNullable<HostedPage>) => (await openPages({ page }).app.inject('/pay/abc')).body;
  assert.match(
    await shown(samples.completed!),
    /href="https:\/\/shop\.example\/thanks\?order=1&amp;x=2" rel="noreferrer"/,
  );
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example'])
    assert.ok(!(await shown({ ...samples.completed!, successUrl: url } as SessionPage)).includes(url), url);
  const early = { ...session, successUrl: 'https://shop.example/thanks' };
  // The operation gives the address only for a completed session; the page adds no other condition.
  assert.ok(!(await shown(early)).includes('thanks'));
});

it("texts of merchants and payers stay text, and the page's policy allows no other source", async () => {
  const hostile = `"><img src=x onerror=alert(1)>{amount}`;
  const merchant = { id: 'mer_1', name: hostile };
  const text = { merchant, title: hostile, description: hostile };
  for (const [name, page] of Object.entries(samples)) {
    const { app } = openPages({ page: { ...page, ...text } as HostedPage });
    const { body, headers } = await app.inject('/pay/abc?seen=other&way=wallet');
    assert.doesNotMatch(body, /<img/, name);
    assert.ok(body.includes('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;{amount}'), name);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, name);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/, name);
    assert.equal(headers['set-cookie'], undefined);
  }
  const { app, fake } = openPages({ page: link });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const typed = new URLSearchParams({ amount: '12', name: hostile, note: hostile, quantity: 'x' }).toString();
  const refused = await app.inject({ method: 'POST', url: '/pay/abc', headers, payload: typed });
  assert.equal(refused.statusCode, 422);
  assert.doesNotMatch(refused.body, /<img/);
  assert.deepEqual(fake.opened, []);
});

it('GET and HEAD change nothing, and an unknown address is 404 without repeating it', async () => {
  for (const page of [session, link]) {
    const { app, fake } = openPages({ page });
    for (const method of ['GET', 'HEAD'] as const) {
      for (const path of ['', '?way=wallet', '?step=methods&method=mtn-ug&phone=%2B256772123456&attempt=0'])
        assert.equal((await app.inject({ method, url: `/pay/abc${path}` })).statusCode, 200);
    }
    assert.deepEqual([fake.attempts, fake.opened], [[], []]);
  }
  const { app } = openPages({});
  const [one, other] = await Promise.all([app.inject('/pay/abcdef'), app.inject('/pay/x')]);
  assert.deepEqual([one.statusCode, one.body], [404, other.body]);
});

const post = (app: FastifyInstance, fields: Record<string, string>, path = '') =>
  app.inject({
    ...{ method: 'POST', url: `/pay/abc${path}`, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

it("a form answers 303 to the service's own page, in the chosen language", async () => {
  const { app, fake } = openPages({ page: session });
  const fields = { phone: '+256 772 123456', method: 'mtn-ug', attempt: '0' };
  const sent = await post(app, fields, '?lang=sw');
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/africa/pay/abc?lang=sw']);
  const [{ phone, method: slug, attempt, token }] = fake.attempts as [AttemptInput];
  assert.deepEqual([phone, slug, attempt, token], ['+256772123456', 'mtn-ug', 0, 'abc']);
  const opened = await post(openPages({ page: link }).app, { amount: '1 500', name: 'Awa' }, '?lang=fr');
  assert.deepEqual([opened.statusCode, opened.headers.location], [303, '/africa/pay/new-token?lang=fr']);
});

it('a refused form shows why beside its field, and keeps what was typed', async () => {
  const refused = (reason: string, retryAfterSeconds: number | null = null) =>
    ({ outcome: 'refused', reason, field: null, retryAfterSeconds }) as AttemptResult;
  const fields = { phone: '+256 772 123456', method: 'mtn-ug', attempt: '0' };
  const { app, fake } = openPages({ page: session });
  for (const [reason, key, status] of [
    ['method_unavailable', 'methodGone', 422],
    ['method_unfit', 'methodUnfit', 422],
    ['code_required', 'codeMissing', 422],
    ['too_many_prompts', 'tooManyPrompts', 429],
    ['merchant_unavailable', 'merchantUnavailable', 422],
  ] as const) {
    fake.attempt = refused(reason, 120);
    const { statusCode, body, headers } = await post(app, fields);
    assert.equal(statusCode, status, reason);
    assert.match(body, /role="alert"/);
    assert.ok(body.includes(payTexts.en[key].split('{')[0]!), reason);
    assert.ok(body.includes('value="+256 772 123456"'), reason);
    if (status === 429) assert.equal(headers['retry-after'], '120');
  }
  for (const phone of ['0772 123456', 'hello', ''])
    assert.match((await post(app, { ...fields, phone })).body, /aria-invalid="true"/);
  const before = fake.attempts.length;
  await post(app, { phone: fields.phone, attempt: '0' });
  assert.equal(fake.attempts.length, before);
});

it('a second phone sees why its request was not sent; a form that is sent twice does not', async () => {
  const inProgress = { outcome: 'refused', reason: 'in_progress', field: null, retryAfterSeconds: null } as const;
  const { app, fake } = openPages({ page: waiting({ maskedPhone: '+256 •••• 56' }), attempt: inProgress });
  const where = async (phone: string) => (await post(app, { phone, method: 'mtn-ug', attempt: '0' })).headers.location;
  assert.equal(await where('+256772123456'), '/africa/pay/abc?seen=sent');
  assert.equal(await where('+256772999999'), '/africa/pay/abc?seen=other');
  assert.match((await app.inject('/pay/abc?seen=other')).body, /began before yours, from \+256 •••• 56/);
  fake.page = { ...(samples.completed as SessionPage) };
  assert.match((await app.inject('/pay/abc?seen=other')).body, /was paid from \+256 •••• 67/);
  assert.doesNotMatch((await app.inject('/pay/abc')).body, /was paid from/);
});

it('a typed amount is read as people write it', () => {
  const cases: [string, number, bigint | null][] = [
    ['1500', 0, 1500n],
    ['1 500', 0, 1500n],
    ['1.500', 0, 1500n],
    ['1,500', 0, 1500n],
    ['XOF 1 500', 0, 1500n],
    ['1500 FCFA', 0, 1500n],
    ['١٥٠٠', 0, 1500n],
    ['15.50', 0, null],
    ['12.5', 2, 1250n],
    ['12,50', 2, 1250n],
    ['1.234,56', 2, 123456n],
    ['1,234.56', 2, 123456n],
    ['1,234', 2, 123400n],
    ['1,234,567', 2, 123456700n],
    ['$12', 2, 1200n],
    ['1.500', 3, 1500n],
    ['12,345,67', 2, null],
    ['12.345', 2, 1234500n],
    ['1234.567', 2, null],
    ['0', 0, null],
    ['-5', 0, null],
    ['1e3', 0, null],
    ['', 0, null],
    ['9'.repeat(31), 0, null],
  ];
  for (const [typed, exponent, amount] of cases) assert.equal(readTypedAmount(typed, exponent), amount, typed);
});
