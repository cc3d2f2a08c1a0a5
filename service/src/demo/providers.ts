import { randomBytes } from 'node:crypto';
import { type DemoCounterpart, startCounterpart } from './counterparts.ts';
import { type Call, chapter, expect, say } from './print.ts';
import type { Received } from './receiver.ts';

export type ProviderStage = {
  readonly call: Call;
  /** An operator who may add rails. */
  readonly admin: Call;
  readonly arrives: (type: string, id: string) => Promise<Received>;
  /** The money at the provider of a rail by the service's books, in minor units. */
  readonly booked: (slug: string, currency: string) => Promise<bigint>;
};

type DemoRail = {
  readonly title: string;
  readonly slug: string;
  readonly counterpart: DemoCounterpart;
  /** Null if the service has no address for callbacks: then it learns everything by asking. */
  readonly callbackUrl: string | null;
};

/** XOF is one of the default currencies, and both providers have it. */
const currency = 'XOF';

/** Counterparts of MTN MoMo and Wave play the providers: a payment at each, a payout, and a lost callback. */
export async function showProviders(stage: ProviderStage): Promise<void> {
  const started: DemoCounterpart[] = [];
  const rails: DemoRail[] = [];
  const open = async (title: string, provider: string, country: string) => {
    const counterpart = await startCounterpart(provider, country, currency);
    started.push(counterpart);
    rails.push(await addRail(stage, { title, provider, country }, counterpart));
  };
  try {
    await open('MTN', 'mtn-momo', 'CI');
    await open('Wave', 'wave', 'SN');
    const [mtn, wave] = rails as [DemoRail, DemoRail];
    await approveAtMtn(stage, mtn);
    await followLink(stage, wave);
    await payOutByMtn(stage, mtn);
    await loseCallback(stage, mtn);
  } finally {
    for (const { slug } of rails) await removeRail(stage, slug);
    for (const counterpart of started) await counterpart.stop();
  }
}

async function addRail(
  { call, admin }: ProviderStage,
  { title, provider, country }: { title: string; provider: string; country: string },
  counterpart: DemoCounterpart,
): Promise<DemoRail> {
  // A slug is never used again, so each run has its own.
  const slug = `demo-${provider}-${randomBytes(4).toString('hex')}`;
  const { url: base_url, credentials } = counterpart;
  const connection = { provider, slug, country, currency, livemode: false, base_url, credentials };
  const added = await admin('POST', '/operator/rail_settings', { ...connection, reason: 'The demo' });
  expect(added.status === 201, `an operator adds a rail to ${title}`);
  const { callback_url: callbackUrl } = (await admin('GET', `/operator/rail_settings/${slug}`)).body;
  if (provider === 'wave' && callbackUrl) await counterpart.control('POST', '/webhooks', { url: callbackUrl });
  await isListed(call, slug);
  return { title, slug, counterpart, callbackUrl };
}

/** Every node learns of a new rail within a second. */
async function isListed(call: Call, slug: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { data } = (await call('GET', '/rails')).body;
    if (data.some((rail: { slug: string }) => rail.slug === slug)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the rail ${slug} is not listed`);
}

async function removeRail({ admin }: ProviderStage, slug: string): Promise<void> {
  for (const act of ['pause', 'remove'])
    await admin('POST', `/operator/rail_settings/${slug}/${act}`, { reason: 'The demo is over' });
}

async function approveAtMtn({ call, arrives, ...stage }: ProviderStage, mtn: DemoRail): Promise<void> {
  chapter('An MTN customer approves');
  say(`a counterpart plays MTN at ${mtn.counterpart.url}; an operator added it as the rail ${mtn.slug}`);
  const bill = { amount: 2_000, currency, customer: '+2250501230007', rail: mtn.slug };
  const payment = (await call('POST', '/payments', bill)).body;
  const { event } = await arrives('payment.requires_action', payment.id);
  say(`POST /payments → ${payment.id}; MTN asks the customer: next_action is ${event.data.object.next_action.type}`);
  await mtn.counterpart.control('POST', '/answer', { reference: payment.id, outcome: 'succeeds' });
  const paid = (await arrives('payment.succeeded', payment.id)).event.data.object;
  const how = mtn.callbackUrl ? 'MTN calls back' : 'the service asks MTN';
  say(`the customer approves, ${how}: payment.succeeded arrived, rail_reference ${paid.rail_reference}`);
  await compareBooks(stage, mtn, 2_000n);
}

async function followLink({ call, arrives, ...stage }: ProviderStage, wave: DemoRail): Promise<void> {
  chapter('A Wave customer follows a link');
  const customer = '+221770000007';
  const success_url = 'https://shop.example/paid';
  const bill = { amount: 1_500, currency, customer, rail: wave.slug, success_url };
  const payment = (await call('POST', '/payments', bill)).body;
  const { event } = await arrives('payment.requires_action', payment.id);
  const { redirect_url: link } = event.data.object.next_action;
  say(`POST /payments → ${payment.id}; the link is ${link}`);
  const body = new URLSearchParams({ phone: customer, answer: 'pay' });
  const page = await fetch(link, { method: 'POST', body, redirect: 'manual' });
  expect(page.headers.get('location') === success_url, 'Wave sends the customer back to the shop');
  await arrives('payment.succeeded', payment.id);
  say(`the customer pays on Wave's page and returns to ${success_url}; payment.succeeded arrived`);
  await compareBooks(stage, wave, 1_500n);
}

async function payOutByMtn({ call, arrives, ...stage }: ProviderStage, mtn: DemoRail): Promise<void> {
  chapter('A payout to an MTN phone');
  const items = [{ recipient: '+2250501235678', amount: 700 }];
  const payout = (await call('POST', '/payouts', { currency, rail: mtn.slug, items })).body;
  const { totals } = (await arrives('payout.completed', payout.id)).event.data.object;
  expect(totals.succeeded_amount === 700, 'MTN pays the recipient');
  say(`POST /payouts → ${payout.id}; payout.completed arrived: ${totals.succeeded_amount} ${currency} paid`);
  await compareBooks(stage, mtn, 1_300n);
}

async function loseCallback({ call, arrives, ...stage }: ProviderStage, mtn: DemoRail): Promise<void> {
  chapter('A callback is lost');
  await mtn.counterpart.control('POST', '/callbacks', { mode: 'never' });
  const bill = { amount: 900, currency, customer: '+2250501231234', rail: mtn.slug };
  const payment = (await call('POST', '/payments', bill)).body;
  say(`POST /payments → ${payment.id}; the customer approves, but MTN's callback never comes`);
  await arrives('payment.succeeded', payment.id);
  const { sent } = await mtn.counterpart.control('GET', '/callbacks');
  expect(!sent.some((one: { reference: string }) => one.reference === payment.id), 'MTN sent no callback');
  say('the service asked MTN by itself: payment.succeeded arrived');
  await compareBooks(stage, mtn, 2_200n);
}

/** The clearing wallet in the service and the ledger of the counterpart are kept apart and must agree. */
async function compareBooks(
  { booked }: Pick<ProviderStage, 'booked'>,
  { title, slug, counterpart }: DemoRail,
  expected: bigint,
): Promise<void> {
  const ours = await booked(slug, currency);
  const { balances } = await counterpart.control('GET', '/ledger');
  const theirs = BigInt(balances[currency]);
  say(`money at ${title}: ${ours} ${currency} in the clearing wallet, ${theirs} ${currency} in ${title}'s ledger`);
  expect(ours === theirs && ours === expected, `the clearing wallet and ${title}'s ledger agree on ${expected}`);
}
