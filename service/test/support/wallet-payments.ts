import assert from 'node:assert/strict';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { type Reply, type TestMerchant, type TestService, until } from './harness.ts';
import type { PersonOptions, TestPerson } from './person.ts';

export type Payer = TestPerson & { readonly wallet: string };

/** A logged-in customer with this amount in their default wallet. */
export async function payerWith(service: TestService, amount: bigint, options: PersonOptions = {}): Promise<Payer> {
  const person = await service.person('customer', options);
  const { id: wallet } = (await person.call('GET', '/wallets/me')).body;
  if (amount > 0n) await fund(service, wallet, amount);
  return { ...person, wallet };
}

export async function fund({ db }: TestService, wallet: string, amount: bigint): Promise<void> {
  const [funded] = await transaction(db, (tx) => fundWallets(tx, [{ wallet, amount, source: newId('req') }]));
  if (funded instanceof Refusal) throw funded;
}

/** A merchant's caller: its test key, or a live one. */
export type Till = { call(method: string, path: string, body?: unknown): Promise<Reply> };

export async function tillOf(service: TestService, shop: TestMerchant, livemode: boolean): Promise<Till> {
  const { key } = livemode ? await shop.newKey({ livemode }) : shop;
  return {
    call: (method, path, body) =>
      service.request(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) }),
  };
}

/** A payment out of the customer's wallet that waits for their approval. */
export async function askToPay(till: Till, customer: TestPerson, fields: object = {}): Promise<any> {
  const body = { amount: 1_000, currency: 'XOF', customer: customer.identifier, rail: 'wallet', ...fields };
  const opened = await till.call('POST', '/payments', body);
  assert.equal(opened.status, 201, opened.text);
  return paymentWith(till, opened.body.id, 'requires_action');
}

export function paymentWith(till: Till, id: string, status: string): Promise<any> {
  return until(async () => {
    const { body } = await till.call('GET', `/payments/${id}`);
    return body.status === status && body;
  });
}

export const availableTo = async (person: TestPerson): Promise<number> =>
  (await person.call('GET', '/wallets/me')).body.balance.available;

/** Writes the row that an operator's command would write: a fee of 2 % and 5. */
export async function setFee(service: TestService, shop: TestMerchant, livemode = false): Promise<void> {
  const text = `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed) VALUES ($1, $2, 'XOF', 200, 5)`;
  await service.db.query({ name: 'wallet_payments_fee', text }, [shop.merchantId, livemode]);
}
