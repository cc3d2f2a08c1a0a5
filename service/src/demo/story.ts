import { styleText } from 'node:util';
import { verify } from '../core/signature.ts';
import { newId } from '../kernel/new-id.ts';
import { showEscrow } from './escrow.ts';
import { showKyc } from './identify.ts';
import { showMany } from './many.ts';
import { type DemoOperator, logInAsOperator, showOperators } from './operators.ts';
import { type Call, caller, chapter, expect, say } from './print.ts';
import { type ProviderStage, showProviders } from './providers.ts';
import { type Received, startReceiver } from './receiver.ts';
import { showSchedule } from './schedule.ts';
import { showShares } from './share.ts';

export type Stage = {
  readonly base: string;
  readonly key: string;
  /** The phone of a customer who has a wallet here. */
  readonly customer: string;
  readonly headerPrefix: string;
  /** Two finance operators, one for compliance and an admin; none in live mode. */
  readonly operators: readonly DemoOperator[];
  readonly booked: ProviderStage['booked'];
};

/** Runs the whole story as a partner's server sees it. Throws if the service does not behave as expected. */
export async function runStory(stage: Stage): Promise<void> {
  const call = caller(stage);
  const receiver = await startReceiver();
  const endpoint = (await call('POST', '/webhooks', { url: receiver.url, events: ['*'] })).body;
  try {
    const arrives: Arrives = async (type, id) => {
      const received = await receiver.next((event) => event.type === type && event.data.object.id === id);
      checkSignature(received, endpoint.secret, stage.headerPrefix);
      return received;
    };
    const scene = { stage, call, arrives };
    const shop = (await call('GET', '/wallets/me?currency=XOF')).body;
    await refundPart(scene, await pay(scene));
    const savings = await transfer(scene, shop);
    await hold(scene, shop, savings);
    await showMany({ call, arrives, shop: shop.id, savings: savings.id });
    await showSchedule({ call, shop: shop.id, savings: savings.id });
    await captureLater(scene);
    await payOut(scene);

    chapter('A customer who pays from their wallet');
    const customer = await approveInApp(stage, call, arrives);
    await showEscrow({ call, arrives, shop: shop.id, seller: customer });
    await showShares({ call, arrives, seller: customer, secondShop: savings.id });
    const [, , compliance, admin] = stage.operators;
    if (compliance) await showKyc(stage.base, customer, compliance, arrives);

    chapter('A customer who declines');
    const declined = (await call('POST', '/payments', { ...order, customer: '+50937000002' })).body;
    const { event } = await arrives('payment.failed', declined.id);
    say(`payment.failed arrived: ${event.data.object.failure.code} (${event.data.object.failure.message})`);

    await freeze(scene, shop, savings);
    if (stage.operators.length > 0) await showOperators(stage.base, stage.operators, shop.id);
    await showStatement(scene, shop);
    if (admin) {
      const { booked } = stage;
      await showProviders({ call, arrives, booked, admin: await logInAsOperator(stage.base, admin) });
    }
    process.stdout.write(`\n${styleText('green', 'The demo is complete: every step had the expected result.')}\n\n`);
  } finally {
    await call('DELETE', `/webhooks/${endpoint.id}`);
    receiver.close();
  }
}

type Arrives = (type: string, id: string) => Promise<Received>;
type Wallet = { readonly id: string };
type Scene = { readonly stage: Stage; readonly call: Call; readonly arrives: Arrives };

const order = { amount: 1000, currency: 'XOF', customer: '+50937001234', description: 'Two coffees' };

/** @returns the payment's id */
async function pay({ call, arrives }: Scene): Promise<string> {
  chapter('A payment');
  const key = newId('req');
  const payment = (await call('POST', '/payments', order, key)).body;
  say(`POST /payments → ${payment.id}, ${payment.status}`);
  await arrives('payment.succeeded', payment.id);
  say('payment.succeeded arrived, and its signature verifies');

  chapter('The same request again, with the same Idempotency-Key');
  const again = await call('POST', '/payments', order, key);
  expect(again.replayed && again.body.id === payment.id, 'a retry does not pay twice');
  say(`the same answer again (${again.body.id}): one payment, not two`);
  return payment.id;
}

async function refundPart({ call, arrives }: Scene, payment: string): Promise<void> {
  chapter('A partial refund');
  const refund = (await call('POST', '/refunds', { payment, amount: 300, reason: 'requested_by_customer' })).body;
  say(`POST /refunds → ${refund.id}, ${refund.status}`);
  await arrives('refund.created', refund.id);
  await arrives('refund.succeeded', refund.id);
  const excess = await call('POST', '/refunds', { payment, amount: 800 });
  expect(excess.body.error?.code === 'refund_exceeds_remaining', 'refunds stay within their payment');
  say(`refund.created and refund.succeeded arrived; 800 more is refused: ${excess.body.error.message}`);
}

/** @returns the wallet that was opened for savings */
async function transfer({ stage, call }: Scene, shop: Wallet): Promise<Wallet> {
  chapter('Transfers, by phone and by wallet');
  const byPhone = await call('POST', '/wallets/transfer', { to: stage.customer, amount: 250, currency: 'XOF' });
  expect(byPhone.status === 201, 'a transfer by phone');
  say(`250 XOF to ${stage.customer}: ${byPhone.body.status}`);
  const savings = (await call('POST', '/wallets', { currency: 'XOF', label: 'Savings' })).body;
  const byId = await call('POST', '/wallets/transfer', {
    from: shop.id,
    to: savings.id,
    amount: 200,
    currency: 'XOF',
  });
  expect(byId.status === 201, 'a transfer by id');
  say(`200 XOF to ${savings.id}: ${byId.body.status}`);
  return savings;
}

async function hold({ call, arrives }: Scene, shop: Wallet, savings: Wallet): Promise<void> {
  chapter('A deposit that is held, and captured in part');
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const held = { wallet: shop.id, amount: 90, currency: 'XOF', to: savings.id, expires_at };
  const { id } = (await call('POST', '/holds', held)).body;
  const captured = (await call('POST', `/holds/${id}/capture`, { amount: 30 })).body;
  await arrives('hold.captured', id);
  const excess = await call('POST', `/holds/${id}/capture`, { amount: 61 });
  expect(excess.body.error?.code === 'capture_exceeds_remaining', 'captures stay within their hold');
  say(
    `30 of 90 XOF captured, ${captured.amount_remaining} still held; 61 more is refused: ${excess.body.error.message}`,
  );
  await call('POST', `/holds/${id}/release`);
  await arrives('hold.released', id);
  say('hold.released arrived: the rest is available again');
  await call('POST', '/wallets/transfer', { from: savings.id, to: shop.id, amount: 30, currency: 'XOF' });
}

async function captureLater({ call, arrives }: Scene): Promise<void> {
  chapter('A payment that is captured later, in parts');
  const ride = { amount: 900, currency: 'XOF', customer: '+50937001234', capture: 'manual', description: 'A ride' };
  const { id } = (await call('POST', '/payments', ride)).body;
  const { event } = await arrives('payment.requires_capture', id);
  say(`payment.requires_capture arrived: ${event.data.object.amount} XOF of the customer are held`);
  await call('POST', `/payments/${id}/capture`, { amount: 200 });
  await arrives('payment.captured', id);
  const last = (await call('POST', `/payments/${id}/capture`, { amount: 450, final: true })).body;
  expect(last.status === 'succeeded' && last.amount === 650, 'a payment succeeds with what was captured');
  await arrives('payment.succeeded', id);
  say(`200 and 450 captured, 250 given back; payment.succeeded arrived with ${last.amount} XOF`);
}

async function payOut({ stage, call, arrives }: Scene): Promise<void> {
  chapter('A payout from a spreadsheet');
  const csv = `recipient,amount,name\n${stage.customer},120,Demo Customer\n+50937001234,80,Awa\n+50937000011,50,Nobody\n`;
  const payout = (await call('POST', '/payouts?currency=XOF', csv)).body;
  say(`POST /payouts → ${payout.id}, ${payout.status}: ${payout.totals.amount} XOF reserved`);
  const { event: paid } = await arrives('payout.completed', payout.id);
  const { totals, result } = paid.data.object;
  expect(result === 'partial' && totals.failed_amount === 50, 'a payout continues when an item fails');
  say(`payout.completed arrived: ${totals.succeeded_amount} paid, ${totals.failed_amount} back in the wallet`);
}

async function freeze({ call, arrives }: Scene, shop: Wallet, savings: Wallet): Promise<void> {
  chapter('A frozen wallet');
  await call('POST', `/test/wallets/${savings.id}/freeze`, { reason: 'fraud' });
  await arrives('wallet.frozen', savings.id);
  const refused = await call('POST', '/wallets/transfer', {
    from: savings.id,
    to: shop.id,
    amount: 1,
    currency: 'XOF',
  });
  expect(refused.body.error?.code === 'wallet_frozen', 'a frozen wallet refuses a debit');
  say(`wallet.frozen arrived; a transfer from this wallet is refused: ${refused.body.error.code}`);
  await call('POST', `/test/wallets/${savings.id}/unfreeze`);
  await call('POST', '/wallets/transfer', { from: savings.id, to: shop.id, amount: 200, currency: 'XOF' });
}

async function showStatement({ call }: Scene, shop: Wallet): Promise<void> {
  chapter('The statement');
  const { data } = (await call('GET', `/wallets/${shop.id}/entries?limit=6`)).body;
  for (const entry of data) {
    const sign = entry.direction === 'credit' ? '+' : '−';
    say(`${entry.kind.padEnd(9)} ${(sign + entry.amount).padStart(7)} → ${entry.balance_after} XOF`);
  }
}

/** The customer's side: they register, get some money, read the payment request and approve it. @returns their calls */
async function approveInApp(stage: Stage, call: Call, arrives: Arrives): Promise<Call> {
  // A new phone for each run, because a known phone already has a password.
  const phone = `+22177${String(Date.now()).slice(-7)}`;
  const nobody = caller({ base: stage.base });
  const opened = (await nobody('POST', '/auth/register', { phone, password: newId('req'), mode: 'test' })).body;
  const login = (await nobody('POST', '/auth/2fa/verify', { challenge: opened.challenge, code: '000000' })).body;
  const customer = caller({ base: stage.base, key: login.access_token });
  const wallet = (await customer('GET', '/wallets/me')).body;
  say(`${phone} registers with a one-time code and has the wallet ${wallet.id} in ${wallet.currency}`);
  const { currency } = wallet;
  await call('POST', '/wallets/transfer', { to: wallet.id, amount: 900, currency });
  const bill = { amount: 600, currency, customer: phone, rail: 'wallet', description: 'A bag of rice' };
  const payment = (await call('POST', '/payments', bill)).body;
  await arrives('payment.requires_action', payment.id);
  const [asked] = (await customer('GET', '/payments/mine')).body.data;
  expect(asked.id === payment.id, 'the customer sees the payment that they are asked to approve');
  say(`GET /payments/mine: ${asked.merchant.name} asks for ${asked.amount} ${currency}, "${asked.description}"`);
  const approved = await customer('POST', `/payments/${payment.id}/approve`);
  expect(approved.body.status === 'succeeded', 'the payment is approved');
  await arrives('payment.succeeded', payment.id);
  const left = (await customer('GET', '/wallets/me')).body.balance.available;
  say(`POST /payments/${payment.id}/approve → ${approved.body.status}; ${left} ${currency} are left`);
  return customer;
}

function checkSignature({ headers, raw }: Received, secret: string, headerPrefix: string): void {
  const header = headers[`${headerPrefix.toLowerCase()}-signature`] ?? '';
  expect(verify(header, raw, secret, Math.floor(Date.now() / 1000)), 'the signature verifies');
}
