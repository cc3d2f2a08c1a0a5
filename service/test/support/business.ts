import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestMerchant, type TestService, until } from './harness.ts';
import { importOf } from './openings.ts';
import { makeOperator } from './operators.ts';
import type { TestPerson } from './person.ts';
import { askToPay, type Payer, payerWith } from './wallet-payments.ts';

/** Completed business of every kind. @returns the shop's key */
export async function finishedBusiness(service: TestService, receiver: Server): Promise<string> {
  const shop = await service.merchant();
  await setFee(service, shop, 'payment', { basis_points: 150, fixed: 5 });
  const { port } = receiver.address() as AddressInfo;
  for (const path of ['fine', 'broken']) {
    await post(shop, '/webhooks', { url: `http://127.0.0.1:${port}/${path}`, events: ['*'] });
  }
  const from = await shop.wallet('XOF', 50_000n);
  const to = (await post(shop, '/wallets', { currency: 'XOF' })).id;
  await shop.wallet('USD', 700n);
  const customer = await service.customer('+50937002222', ['XOF']);
  await post(shop, `/test/users/${customer.id}/kyc`, { status: 'verified' });
  await post(shop, '/wallets/transfer', { from, to: customer.phone, amount: 100, currency: 'XOF' });
  await payOut(service, shop, to);
  const { id: returned } = await post(shop, '/wallets/transfer', { from, to, amount: 400, currency: 'XOF' });
  await post(shop, `/transfers/${returned}/reverse`, { amount: 100 });
  await moveBetweenSeveral(shop, from, to);
  const item = { from, to, amount: 5, currency: 'XOF' };
  await post(shop, '/transfers/bulk', { mode: 'each', items: [item, item] });
  const bill = { amount: 1000, currency: 'XOF', customer: '+50937000008' };
  await post(shop, '/payments/bulk', { mode: 'all_or_nothing', items: [bill, bill] });
  await post(shop, `/test/wallets/${to}/freeze`, { reason: 'fraud' });
  await post(shop, '/test/events', { type: 'payment.succeeded' });
  for (const customer of ['+50937001234', '+50937000010', '+50937000004', '+50937000007']) {
    await post(shop, '/payments', { amount: 1000, currency: 'XOF', customer });
  }
  const count = (status: string, wanted: number, kind: string) =>
    until(async () => {
      const { data } = (await shop.call('GET', `/${kind}?status=${status}&limit=100`)).body;
      return data.length === wanted && data;
    });
  const paid = await count('succeeded', 2, 'payments');
  await count('failed', 1, 'payments');
  for (const payment of paid) await post(shop, '/refunds', { payment: payment.id, amount: 300 });
  await count('succeeded', 1, 'refunds');
  await count('failed', 1, 'refunds');
  await heldBusiness(service, shop, from);
  await dividedBusiness(service, shop);
  await walletBusiness(service, shop);
  await approvedBusiness(service, from);
  await suspendedBusiness(service, shop);
  await count('succeeded', 5, 'refunds');
  const pending = `SELECT FROM deliveries WHERE attempts_made = 0 LIMIT 1`;
  await until(async () => (await service.db.query({ name: 'unsent', text: pending })).length === 0);
  return shop.key;
}

/** A hold that is open after a capture, one that was captured in parts, one released and one expired. */
async function heldBusiness(service: TestService, shop: TestMerchant, wallet: string): Promise<void> {
  const to = await post(shop, '/wallets', { currency: 'XOF' });
  const hold = async (ms = 3_600_000) => {
    const expires_at = new Date(Date.now() + ms).toISOString();
    return (await post(shop, '/holds', { wallet, to: to.id, amount: 20, currency: 'XOF', expires_at })).id;
  };
  const expiring = await hold(1_000);
  await post(shop, `/holds/${await hold()}/capture`, { amount: 5 });
  const inParts = await hold();
  await post(shop, `/holds/${inParts}/capture`, { amount: 5 });
  await post(shop, `/holds/${inParts}/capture`, { amount: 6, final: true });
  await post(shop, `/holds/${await hold()}/release`, {});
  await until(async () => (await shop.call('GET', `/holds/${expiring}`)).body.status === 'expired');
  await escrowBusiness(service, shop, wallet);
}

/** Escrows that both deciders released, that both returned, that they dispute, and that one of them has decided. */
async function escrowBusiness(service: TestService, shop: TestMerchant, wallet: string): Promise<void> {
  const [buyer, seller] = [await payerWith(service, 0n), await payerWith(service, 0n)];
  const escrow = { deciders: [buyer.wallet, seller.wallet] };
  const held = { wallet, to: seller.wallet, amount: 10, currency: 'XOF', escrow };
  for (const [one, other] of [['release', 'release'], ['return', 'return'], ['return', 'release'], ['release']]) {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await post(shop, '/holds', { ...held, expires_at });
    await buyer.call('POST', `/holds/${id}/decide`, { decision: one });
    if (other) await seller.call('POST', `/holds/${id}/decide`, { decision: other });
  }
}

/**
 * A payment whose net is divided: one share by basis points to a seller, who spends most of it before a refund takes a
 * part back, and one that stays with the payment. Another payment waits for its customer.
 */
async function dividedBusiness(service: TestService, shop: TestMerchant): Promise<void> {
  const open = async () => (await post(shop, '/wallets', { currency: 'XOF' })).id;
  const seller = await payerWith(service, 0n);
  const [part, fixed, frozen] = [seller.wallet, await open(), await open()];
  const { id: partner } = await post(shop, '/split_partners', { wallet: part });
  await seller.call('POST', `/split_partners/${partner}/accept`);
  const split = [
    { wallet: part, basis_points: 2_000 },
    { wallet: fixed, amount: 100, reference: 'driver' },
    { wallet: frozen, amount: 50 },
  ];
  const becomes = (path: string, status: string) =>
    until(async () => (await shop.call('GET', path)).body.status === status);
  const { id } = await post(shop, '/payments', { amount: 1_000, currency: 'XOF', customer: '+50937000007', split });
  await post(shop, `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
  await becomes(`/payments/${id}`, 'requires_action');
  await shop.call('POST', `/test/payments/${id}/approve`);
  await becomes(`/payments/${id}`, 'succeeded');
  const spent = { to: fixed, amount: 150, currency: 'XOF' };
  assert.equal((await seller.call('POST', '/wallets/transfer', spent)).status, 201);
  await becomes(`/refunds/${(await post(shop, '/refunds', { payment: id, amount: 400 })).id}`, 'succeeded');
  await post(shop, '/payments', { amount: 900, currency: 'XOF', customer: '+50937000007', split: [split[0]] });
  await post(shop, '/wallets/transfer', { from: fixed, to: part, amount: 20, currency: 'XOF' });
  await reservedBusiness(service, shop);
}

/** A share whose seller has a reserve, and a refund that draws from it. */
async function reservedBusiness(service: TestService, shop: TestMerchant): Promise<void> {
  const seller = await payerWith(service, 0n);
  const reserve = { basis_points: 5_000, days: 30 };
  const { id: partner } = await post(shop, '/split_partners', { wallet: seller.wallet, reserve });
  await seller.call('POST', `/split_partners/${partner}/accept`, { reserve });
  const split = [{ wallet: seller.wallet, amount: 500 }];
  const { id } = await post(shop, '/payments', { amount: 1_000, currency: 'XOF', customer: '+50937000007', split });
  const becomes = (path: string, status: string) =>
    until(async () => (await shop.call('GET', path)).body.status === status);
  await becomes(`/payments/${id}`, 'requires_action');
  await shop.call('POST', `/test/payments/${id}/approve`);
  await becomes(`/payments/${id}`, 'succeeded');
  const spent = { to: (await post(shop, '/wallets', { currency: 'XOF' })).id, amount: 240, currency: 'XOF' };
  assert.equal((await seller.call('POST', '/wallets/transfer', spent)).status, 201);
  await becomes(`/refunds/${(await post(shop, '/refunds', { payment: id, amount: 120 })).id}`, 'succeeded');
}

/** Two wallets pay two others, one of them with what it has. */
async function moveBetweenSeveral(shop: TestMerchant, from: string, to: string): Promise<void> {
  const [one, other] = [
    (await post(shop, '/wallets', { currency: 'XOF' })).id,
    (await post(shop, '/wallets', { currency: 'XOF' })).id,
  ];
  const currency = 'XOF';
  await post(shop, '/movements', {
    debits: [
      { wallet: to, sweep: { max: 25 }, currency },
      { wallet: from, amount: 50, currency },
    ],
    credits: [
      { wallet: one, amount: 40, currency },
      { wallet: other, remainder: true, currency },
    ],
  });
}

/** A customer pays out of their wallet, gets a partial refund and transfers some of it to another wallet. */
async function walletBusiness(service: TestService, shop: TestMerchant): Promise<void> {
  const payer = await payerWith(service, 5_000n);
  const { id } = await askToPay(shop, payer);
  assert.equal((await payer.call('POST', `/payments/${id}/approve`)).status, 200);
  await post(shop, '/refunds', { payment: id, amount: 250 });
  await capturedBusiness(shop, payer);
  const { id: borne } = await askToPay(shop, payer, { amount: 500, fee_bearer: 'payer' });
  assert.equal((await payer.call('POST', `/payments/${borne}/approve`)).status, 200);
  await post(shop, '/refunds', { payment: borne });
  const transfer = { to: await shop.wallet('XOF'), amount: 70, currency: 'XOF' };
  assert.equal((await payer.call('POST', '/wallets/transfer', transfer)).status, 201);
}

/** Payments that are captured later: one in part and still open, one in parts, one released. */
async function capturedBusiness(shop: TestMerchant, payer: Payer): Promise<void> {
  const held = async () => {
    const { id } = await askToPay(shop, payer, { amount: 100, capture: 'manual' });
    assert.equal((await payer.call('POST', `/payments/${id}/approve`)).status, 200);
    return id;
  };
  await post(shop, `/payments/${await held()}/capture`, { amount: 40 });
  const inParts = await held();
  await post(shop, `/payments/${inParts}/capture`, { amount: 10 });
  await post(shop, `/payments/${inParts}/capture`, { amount: 20, final: true });
  await post(shop, `/payments/${await held()}/release`, {});
}

/** Two payments into a full wallet: one is settled once there is room, the other stays in suspense. */
async function suspendedBusiness(service: TestService, shop: TestMerchant): Promise<void> {
  const full = await shop.wallet('USD', 2n ** 53n - 701n);
  const finance = await makeOperator(service, 'finance');
  const parked = (count: number) =>
    until(async () => {
      const { data } = (await finance.call('GET', '/operator/parked_settlements?status=open')).body;
      return data.length === count && data;
    });
  const pay = () => post(shop, '/payments', { amount: 600, currency: 'USD', customer: '+50937001234' });
  await pay();
  const [{ id }] = await parked(1);
  const other = (await post(shop, '/wallets', { currency: 'USD' })).id;
  await post(shop, '/wallets/transfer', { from: full, to: other, amount: 600, currency: 'USD' });
  const retried = await finance.call('POST', `/operator/parked_settlements/${id}/retry`, { reason: 'there is room' });
  assert.equal(retried.status, 200, retried.text);
  await pay();
  await parked(1);
}

/** Two operators credit a wallet by hand and debit it again. */
async function approvedBusiness(service: TestService, wallet: string): Promise<void> {
  const [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  const call = async (who: TestPerson, path: string, body?: object) => {
    const reply = await who.call('POST', `/operator${path}`, body);
    assert.ok(reply.status < 300, reply.text);
    return reply.body;
  };
  for (const [path, more] of [
    ['/cash_ins', {}],
    ['/adjustments', { direction: 'debit' }],
  ] as const) {
    const { id } = await call(maker, path, { wallet, amount: 30, reason: 'as agreed', ...more });
    await call(checker, `/approvals/${id}/approve`);
  }
  const row = (reference: string) => ({ wallet, amount: 15, currency: 'XOF', reference });
  const { id: opening } = (await importOf(maker, [row('old-1'), row('old-2')])).body;
  await call(checker, `/approvals/${opening}/approve`);
  assert.equal((await importOf(maker, [row('old-3')])).status, 202);
}

/** One payout that is completed, and one with an item that stays at its rail. */
async function payOut(service: TestService, shop: TestMerchant, wallet: string): Promise<void> {
  await setFee(service, shop, 'payout', { basis_points: 0, fixed: 2 });
  for (const recipients of [
    [wallet, '+50937001234', '+50937000011'],
    [wallet, '+50937000008'],
  ]) {
    const items = recipients.map((recipient, i) => ({ recipient, amount: 10 + i }));
    await post(shop, '/payouts', { currency: 'XOF', items });
  }
  const received = { currency: 'XOF', items: [{ recipient: wallet, amount: 10 }], fee_bearer: 'receiver' };
  await post(shop, '/payouts', received);
  await until(async () => {
    const { data } = (await shop.call('GET', '/payouts')).body;
    return (
      data.filter((payout: any) => payout.status === 'completed' || payout.totals.succeeded_count === 1).length === 3
    );
  });
}

/** Business that is in flight when the service stops. */
export async function openBusiness(service: TestService, key: string): Promise<void> {
  const call = (method: string, path: string, body?: unknown) =>
    service.request(method, `/api/v1${path}`, { key, body });
  const items = [{ recipient: '+50937001234', amount: 7 }];
  assert.equal((await call('POST', '/payouts', { currency: 'XOF', items })).status, 202);
  const dropped = (await call('POST', '/payouts', { currency: 'XOF', items })).body.id;
  assert.equal((await call('POST', `/payouts/${dropped}/cancel`)).status, 200);
  const [paid] = (await call('GET', '/payments?status=succeeded')).body.data;
  assert.equal((await call('POST', '/refunds', { payment: paid.id, amount: 200 })).status, 201);
  const divided = (await call('GET', '/payments?status=succeeded')).body.data.find((one: any) => one.split !== null);
  assert.equal((await call('POST', '/refunds', { payment: divided.id, amount: 200 })).status, 201);
  const returning = (await call('GET', '/payments?status=succeeded')).body.data.find(
    ({ split, fee_on_refund: rule, capture }: any) => split === null && rule === 'returned' && capture === 'automatic',
  );
  assert.equal((await call('POST', '/refunds', { payment: returning.id, amount: 200 })).status, 201);
  assert.equal(
    (await call('POST', '/payments', { amount: 1000, currency: 'XOF', customer: '+50937001234' })).status,
    201,
  );
}

type Rate = { readonly basis_points: number; readonly fixed: number };

/** A fee with a tax of half the fee. Refunds return that of payments. */
async function setFee(service: TestService, shop: TestMerchant, on: string, rate: Rate): Promise<void> {
  const text = `
    INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, charged_on, schedules)
    VALUES ($1, false, 'XOF', $2, $3, $4, $5)`;
  const onRefund = on === 'payment' ? { on_refund: 'returned' } : {};
  const schedules = { '': { tiers: [{ from: 1, ...rate, tax_basis_points: 5_000, ...onRefund }], next: null } };
  const values = [shop.merchantId, rate.basis_points, rate.fixed, on, JSON.stringify(schedules)];
  await service.db.query({ name: 'set_fee', text }, values);
}

async function post(shop: TestMerchant, path: string, body: unknown) {
  const reply = await shop.call('POST', path, body);
  assert.ok(reply.status < 300, reply.text);
  return reply.body;
}
