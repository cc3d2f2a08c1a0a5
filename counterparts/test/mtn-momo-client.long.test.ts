import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { startCounterpartProcess } from './start-process.ts';

/** A client that others published: it knows nothing of this counterpart. Its types do not fit this project's rules. */
const momo = createRequire(import.meta.url)('mtn-momo');

const live = await startCounterpartProcess('mtn-momo');
const sandbox = await startCounterpartProcess('mtn-momo', '--country', 'sandbox', '--currency', 'EUR');
after(() => Promise.all([live.stop(), sandbox.stop()]));

function clientOf({ url: baseUrl, credentials }: typeof live) {
  const { target_environment: environment, collection, disbursement } = credentials;
  const { Collections, Disbursements, Users } = momo.create({ callbackHost: 'example.com', baseUrl, environment });
  const config = (keys: any) => ({
    primaryKey: keys.subscription_key,
    userId: keys.api_user,
    userSecret: keys.api_key,
  });
  return { collections: Collections(config(collection)), disbursements: Disbursements(config(disbursement)), Users };
}

const collection = (phone: string) => ({
  amount: '1500',
  currency: 'UGX',
  externalId: 'pay_01',
  payer: { partyIdType: 'MSISDN', partyId: phone },
  payerMessage: 'Order 17',
  payeeNote: 'Order 17',
});

test('mtn-momo collects, asks for the state, and reads the balance', async () => {
  const { collections } = clientOf(live);
  const { availableBalance } = await collections.getBalance();
  const id = await collections.requestToPay(collection('256772123456'));
  assert.equal((await collections.getTransaction(id)).status, 'PENDING');
  await live.ask('POST', '/clock', { advance_ms: 2_000 });
  const { status, externalId, amount, financialTransactionId } = await collections.getTransaction(id);
  assert.deepEqual([status, externalId, amount], ['SUCCESSFUL', 'pay_01', '1500']);
  assert.match(financialTransactionId, /^\d+$/);
  assert.equal(BigInt((await collections.getBalance()).availableBalance), BigInt(availableBalance) + 1500n);
});

test('mtn-momo reads the reason of a failure', async () => {
  const { collections } = clientOf(live);
  const id = await collections.requestToPay(collection('256772120002'));
  await live.ask('POST', '/clock', { advance_ms: 2_000 });
  await assert.rejects(collections.getTransaction(id), { name: 'ApprovalRejectedError' });
});

test('mtn-momo pays out, and asks whether a phone is a wallet', async () => {
  const { disbursements } = clientOf(live);
  const { payer: payee, ...rest } = collection('256772123456');
  const id = await disbursements.transfer({ ...rest, externalId: 'pit_01', payee });
  await live.ask('POST', '/clock', { advance_ms: 2_000 });
  assert.equal((await disbursements.getTransaction(id)).status, 'SUCCESSFUL');
  // The client makes a boolean of the provider's `{result}`.
  assert.equal(await disbursements.isPayerActive('256772123456', 'msisdn'), true);
  assert.equal(await disbursements.isPayerActive('256772120011', 'msisdn'), false);
});

test('mtn-momo creates an API user and its key in the sandbox, which then gets a token', async () => {
  const { Users } = clientOf(sandbox);
  const keys = sandbox.credentials.collection;
  const users = Users({ primaryKey: keys.subscription_key });
  const api_user = await users.create('example.com');
  const { apiKey: api_key } = await users.login(api_user);
  const { collections } = clientOf({
    ...sandbox,
    credentials: { ...sandbox.credentials, collection: { ...keys, api_user, api_key } },
  });
  assert.equal((await collections.getBalance()).currency, 'EUR');
  // The sandbox calls the registered host, by http alone.
  const order = { ...collection('46733123450'), currency: 'EUR', amount: '15.00' };
  await collections.requestToPay({ ...order, callbackUrl: 'http://example.com/x' });
  await assert.rejects(collections.requestToPay({ ...order, callbackUrl: 'https://example.com/x' }));
  const elsewhere = { ...order, callbackUrl: 'http://example.org/x' };
  await assert.rejects(collections.requestToPay(elsewhere), { name: 'InvalidCallbackUrlHostError' });
});
