import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { openPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

/** The whole way: the provider's confirmation, its list, the payment or suspense, and the operators. */
const slug = 'mpesa-ke';
let counterpart: CounterpartProcess;
let front: Server;
let service: TestService;
let shop: TestMerchant;
let wallet: string;
let finance: TestPerson;
let admin: TestPerson;

before(async () => {
  counterpart = await startCounterpartProcess('daraja');
  // The address for callbacks must be known before the service has its port.
  front = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(`${service.base}${url}`, { method: method!, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  service = await startTestService({ CALLBACK_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}` });
  shop = await service.merchant();
  wallet = await shop.wallet('KES', 0n);
  [finance, admin] = [await makeOperator(service, 'finance'), await makeOperator(service, 'admin')];
  const credentials = { ...counterpart.credentials, register_urls: true, nominated_number: '254708374149' };
  const connection = { provider: 'daraja', country: 'KE', currency: 'KES', livemode: false, base_url: counterpart.url };
  const added = await admin.call('POST', '/operator/rail_settings', {
    ...{ slug, ...connection, credentials, reason: 'as agreed' },
  });
  assert.equal(added.status, 201, added.text);
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await counterpart.stop();
  front.close();
  await service.stop();
});

const casesOf = async (query: string) =>
  (await finance.call('GET', `/operator/cases?limit=100&rail=${slug}&${query}`)).body.data;
const ledger = async () => (await counterpart.ask('GET', '/ledger')).entries;
/** The sum of the movements in the provider's books, apart from top-ups. */
const movedAtProvider = async () =>
  (await ledger())
    .filter(({ kind }: { kind: string }) => kind !== 'topup')
    .reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0);
const floatNow = async () =>
  (await finance.call('GET', '/operator/floats')).body.data.find(({ rail }: { rail: string }) => rail === slug);
const booked = async () => {
  const text = `
    SELECT coalesce(-sum(b.posted), 0)::int AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_id = 'clearing:' || $1`;
  return (await service.db.query<{ sum: number }>({ name: 'booked', text }, [slug]))[0]!.sum;
};
const total = async () => (await shop.call('GET', `/wallets/${wallet}`)).body.balance.total;
const bounded = { timeout: 60_000 };

it('money that nobody asked for reaches suspense, and a wallet when two operators say so', bounded, async () => {
  // Until the addresses are registered, the provider tells nobody.
  await until(async () => {
    await counterpart.ask('POST', '/incoming', { amount: 12_300, account: 'rent', phone: '254708374149' });
    return (await casesOf('kind=unmatched_money')).length > 0;
  });
  const [one] = await casesOf('kind=unmatched_money&status=open');
  assert.equal(one.amount, 12_300);
  const { facts } = (await finance.call('GET', `/operator/cases/${one.id}`)).body;
  assert.deepEqual([facts.account_text, facts.payer.includes('*')], ['rent', true]);
  const asked = await finance.call('POST', `/operator/cases/${one.id}/assign_money`, { wallet, reason: 'their rent' });
  assert.equal((await admin.call('POST', `/operator/approvals/${asked.body.id}/approve`)).status, 200);
  assert.equal(await total(), 12_300);
});

it('a prompt is credited once, although its money is confirmed as unasked too', bounded, async () => {
  const had = await total();
  const { id } = await openPayment(shop, { customer: '+254708371234', amount: 5_000, currency: 'KES', rail: slug });
  await until(async () => (await shop.call('GET', `/payments/${id}`)).body.status === 'succeeded');
  const { rail_reference: receipt } = (await shop.call('GET', `/payments/${id}`)).body;
  await until(async () => {
    const text = `SELECT FROM rail_incoming WHERE receipt = $1 AND status = 'posted'`;
    return (await service.db.query({ name: 'posted', text }, [receipt])).length > 0;
  });
  assert.equal(await total(), had + 5_000);
  assert.deepEqual(await casesOf(`record=${receipt}`), []);
  // Money with a code of ours is left to its payment for a while, and any other money is looked for at once.
  const text = `
    SELECT bool_and((due_at > created_at + interval '5 s') = (receipt = $1)) AS right FROM rail_incoming`;
  assert.deepEqual(await service.db.query({ name: 'looked_for', text }, [receipt]), [{ right: true }]);
});

it('the books equal those of the provider, from the opening balance on', bounded, async () => {
  const known = (await floatNow()).available ?? 0;
  assert.ok(known >= 0);
  // Money that came before the addresses were registered was never told: it is part of the opening balance.
  const opening = (await movedAtProvider()) - (await booked());
  const start = (await ledger())
    .filter(({ kind }: { kind: string }) => kind === 'topup')
    .reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), opening);
  const body = { rail: slug, currency: 'KES', direction: 'opening', amount: start, reason: 'as the provider says' };
  const asked = await finance.call('POST', '/operator/floats', body);
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await admin.call('POST', `/operator/approvals/${asked.body.id}/approve`)).status, 200);
  const { balances } = await counterpart.ask('GET', '/ledger');
  const sum = Object.values(balances).reduce((all: number, one) => all + Number(one), 0);
  assert.equal(await booked(), sum);
});
