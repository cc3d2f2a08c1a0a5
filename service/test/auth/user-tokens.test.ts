import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PaymentRequest, ReceivedRefund } from '../../../contract/src/payment-requests.ts';
import { openSigningKeys } from '../../src/access/tokens/signing-keys.ts';
import type { CodeMessage, People } from '../../src/accounts/people.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { challengePayments } from '../../src/payments/challenge.ts';
import { resendCode } from '../../src/two-factor/challenge.ts';
import { bothWorlds, paidPayment, phone, refundWith, refusal, waitingPayment, walk } from '../support/flows.ts';
import { startTestService, type TestService, testSecrets } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';
import { askToPay, availableTo, fund, payerWith, tillOf } from '../support/wallet-payments.ts';

let service: TestService;
before(async () => {
  service = await startTestService(bothWorlds);
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const together = { concurrency: 8 };

describe('a customer', together, () => {
  it('opens wallets in the enabled currencies, and sees their own alone', async () => {
    const [awa, stranger] = [await payerWith(service, 500n), await payerWith(service, 500n)];
    const opened = await awa.call('POST', '/wallets', { currency: 'USD', label: 'Travel' });
    assert.deepEqual(
      [opened.status, opened.body.owner, opened.body.default],
      [201, { type: 'customer', id: awa.id }, true],
    );
    const more = await awa.call('POST', '/wallets', { currency: 'USD' });
    assert.deepEqual([...refusal(more), more.body.error.param], [422, 'limit_exceeded', 'currency']);
    assert.deepEqual(refusal(await awa.call('POST', '/wallets', { currency: 'JPY' })), [400, 'unsupported_currency']);
    const mine = (await awa.call('GET', '/wallets?order=asc')).body.data.map(({ id }: any) => id);
    assert.deepEqual(mine, [awa.wallet, opened.body.id]);
    assert.equal((await awa.call('GET', '/wallets/me')).body.id, awa.wallet);
    assert.equal((await awa.call('GET', '/wallets/me?currency=USD')).body.id, opened.body.id);
    assert.deepEqual(refusal(await awa.call('GET', '/wallets/me?currency=HTG')), [404, 'not_found']);
    const shop = await service.merchant();
    for (const wallet of [stranger.wallet, await shop.wallet('XOF')]) {
      for (const path of [`/wallets/${wallet}`, `/wallets/${wallet}/entries`]) {
        assert.deepEqual(refusal(await awa.call('GET', path)), [404, 'not_found'], path);
      }
    }
    assert.deepEqual(refusal(await shop.call('GET', `/wallets/${awa.wallet}`)), [404, 'not_found']);
  });

  it('moves money out of their own wallet, to a phone or a wallet, and reads their transfers', async () => {
    const [awa, binta] = [await payerWith(service, 500n), await payerWith(service, 0n)];
    const fields = { to: binta.identifier, amount: 120, currency: 'XOF', reference: 'rent' };
    const key = { 'idempotency-key': 'rent-5' };
    const moved = await awa.call('POST', '/wallets/transfer', fields, key);
    assert.deepEqual([moved.status, moved.body.from, moved.body.to], [201, awa.wallet, binta.wallet]);
    assert.equal((await awa.call('POST', '/wallets/transfer', fields, key)).text, moved.text);
    const again = await awa.call('POST', '/wallets/transfer', fields);
    assert.deepEqual(refusal(again), [409, 'reference_already_used']);
    // Keys and references are per person: Binta uses the same ones.
    const back = await binta.call('POST', '/wallets/transfer', { ...fields, to: awa.wallet, amount: 20 }, key);
    assert.equal(back.status, 201);
    assert.deepEqual([await availableTo(awa), await availableTo(binta)], [400, 100]);
    assert.deepEqual((await awa.call('GET', '/transfers')).body.data, [moved.body]);
    assert.equal((await awa.call('GET', `/transfers/${moved.body.id}`)).text, moved.text);
    const came = await binta.call('GET', `/transfers/${moved.body.id}`);
    assert.deepEqual(came.body, { ...moved.body, reference: null });
    const stranger = await payerWith(service, 0n);
    assert.deepEqual(refusal(await stranger.call('GET', `/transfers/${moved.body.id}`)), [404, 'not_found']);
    const [entry] = (await binta.call('GET', `/wallets/${binta.wallet}/entries?order=asc`)).body.data;
    assert.deepEqual([entry.kind, entry.amount, entry.balance_after], ['transfer', 120, 120]);
  });

  it('moves nothing out of another wallet, and no wallet is opened for them', async () => {
    const [awa, binta] = [await payerWith(service, 500n), await payerWith(service, 500n)];
    const shop = await service.merchant();
    for (const from of [binta.wallet, await shop.wallet('XOF', 500n)]) {
      const theft = await awa.call('POST', '/wallets/transfer', { from, to: awa.wallet, amount: 1, currency: 'XOF' });
      assert.deepEqual([...refusal(theft), theft.body.error.param], [404, 'not_found', 'from']);
    }
    const dollars = { to: await shop.wallet('USD'), amount: 1, currency: 'USD' };
    const none = await awa.call('POST', '/wallets/transfer', dollars);
    assert.deepEqual([...refusal(none), none.body.error.param], [404, 'not_found', 'from']);
    assert.equal((await awa.call('GET', '/wallets')).body.data.length, 1);
    const theirs = await shop.call('POST', '/wallets/transfer', {
      ...{ from: awa.wallet, to: await shop.wallet('XOF') },
      ...{ amount: 1, currency: 'XOF' },
    });
    assert.deepEqual(refusal(theirs), [404, 'not_found']);
  });

  it('sees the requests of every merchant to them in their mode, page by page, by status and currency', async () => {
    const shops = await Promise.all([1, 2, 3].map(() => service.merchant()));
    const awa = await payerWith(service, 5_000n, { currencies: ['XOF', 'USD'] });
    const inLive = await payerWith(service, 5_000n, { livemode: true, identifier: awa.identifier });
    const ids: string[] = [];
    for (const shop of shops) ids.push((await askToPay(shop, awa, { amount: 10 })).id);
    ids.push((await askToPay(shops[0]!, awa, { amount: 10, currency: 'USD' })).id);
    const live = await askToPay(await tillOf(service, shops[0]!, true), inLive, { amount: 10 });
    await awa.call('POST', `/payments/${ids[1]}/approve`);
    await awa.call('POST', `/payments/${ids[2]}/decline`);
    const list = async (query: string, who: TestPerson = awa) =>
      (await walk(who as any, `/payments/mine${query}`)).map(({ id }) => id);
    assert.deepEqual(await list('?status=all&limit=1'), ids.toReversed());
    assert.deepEqual(await list('?status=all&limit=3&order=asc'), ids);
    assert.deepEqual(await list(''), [ids[3], ids[0]], 'the payments that wait for them');
    assert.deepEqual(await list('?status=requires_action&limit=1'), [ids[3], ids[0]]);
    assert.deepEqual(await list('?status=succeeded'), [ids[1]]);
    assert.deepEqual(await list('?status=failed&currency=XOF'), [ids[2]]);
    assert.deepEqual(await list('?currency=USD'), [ids[3]]);
    assert.deepEqual(await list('', inLive), [live.id]);
  });

  it('sees none of the merchant’s private fields', async () => {
    const shop = await service.merchant();
    const secret = 'between-us';
    const fields = { reference: `ref-${secret}`, metadata: { note: `meta-${secret}` }, description: 'Two coffees' };
    const awa = await payerWith(service, 5_000n);
    const { id, wallet } = await askToPay(shop, awa, fields);
    const sandboxed = await waitingPayment(shop, {
      ...fields,
      reference: `sandbox-${secret}`,
      customer: phone('0007'),
    });
    const other = await service.person('customer', { identifier: phone('0007') });
    const approved = await awa.call('POST', `/payments/${id}/approve`);
    const refund = await shop.call('POST', '/refunds', {
      ...{ payment: id, amount: 10, reason: 'fraudulent' },
      ...{ reference: `refund-${secret}`, metadata: { note: secret } },
    });
    await refundWith(shop, refund.body.id, 'succeeded');
    const answers = [
      approved,
      await awa.call('GET', '/payments/mine?status=all'),
      await awa.call('GET', `/payments/${id}/request`),
      await awa.call('GET', '/refunds/mine'),
      await other.call('GET', `/payments/${sandboxed.id}/request`),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      for (const hidden of [secret, wallet, shop.merchantId, 'fraudulent', 'rail', '"fee"', '"net"', 'metadata']) {
        assert.ok(!text.includes(hidden), `${hidden} in ${text}`);
      }
    }
    assert.deepEqual(Object.keys(answers[2]!.body), Object.keys((PaymentRequest as any).properties));
    assert.deepEqual(Object.keys(answers[3]!.body.data[0]), Object.keys((ReceivedRefund as any).properties));
  });

  it('sees the refunds to them, on any rail, and nobody else’s', async () => {
    const shop = await service.merchant();
    const awa = await service.person('customer', { identifier: '+22177120 0007'.replaceAll(' ', '') });
    const payment = await paidPayment(shop, { customer: awa.identifier });
    const refunds: string[] = [];
    for (const amount of [10, 20, 30]) {
      const { id } = (await shop.call('POST', '/refunds', { payment: payment.id, amount })).body;
      await refundWith(shop, id, 'succeeded');
      refunds.push(id);
    }
    const list = async (query: string) => (await walk(awa as any, `/refunds/mine${query}`)).map(({ id }) => id);
    assert.deepEqual(await list('?limit=1'), refunds.toReversed());
    assert.deepEqual(await list(`?payment=${payment.id}&order=asc`), refunds);
    assert.deepEqual(await list('?status=pending'), []);
    assert.deepEqual(await list('?currency=USD'), []);
    const stranger = await service.person('customer');
    assert.deepEqual((await stranger.call('GET', '/refunds/mine')).body.data, []);
  });
});

it('a node that has just started authenticates any number of concurrent calls', async () => {
  const { token } = await service.person('customer');
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
  const keys = openSigningKeys(service.db, testSecrets.encryptionKey);
  const found = await Promise.all(Array.from({ length: 8 }, () => keys.find(kid)));
  assert.ok(found.every((key) => key !== null));
});

it('a merchant’s person uses the merchant’s wallets, and no other’s', async () => {
  const [shop, other] = [await service.merchant(), await service.merchant()];
  const [mine, theirs] = [await shop.wallet('XOF', 500n), await other.wallet('XOF', 500n)];
  const { call } = await service.person('merchant', { merchantId: shop.merchantId });
  assert.equal((await call('GET', '/wallets/me')).body.id, mine);
  assert.deepEqual(
    (await call('GET', '/wallets')).body.data.map(({ id }: any) => id),
    [mine],
  );
  const moved = await call('POST', '/wallets/transfer', { to: theirs, amount: 200, currency: 'XOF' });
  assert.deepEqual([moved.status, moved.body.from], [201, mine]);
  assert.deepEqual((await call('GET', '/transfers')).body.data, [moved.body]);
  const opened = await call('POST', '/wallets', { currency: 'USD' });
  assert.deepEqual(opened.body.owner, { type: 'merchant', id: shop.merchantId });
  assert.deepEqual(refusal(await call('GET', `/wallets/${theirs}`)), [404, 'not_found']);
  const theft = { from: theirs, to: mine, amount: 1, currency: 'XOF' };
  assert.deepEqual(refusal(await call('POST', '/wallets/transfer', theft)), [404, 'not_found']);
});

it('in live mode a real code is sent, also when it is resent, with the merchant and the amount', async () => {
  const shop = await service.merchant('Marché Sandaga');
  const payer = await payerWith(service, 0n, { livemode: true });
  await fund(service, payer.wallet, 9_000n);
  const { id } = await askToPay(await tillOf(service, shop, true), payer, { amount: 7_500 });
  const sent: CodeMessage[] = [];
  const sendCode = (message: CodeMessage) => sent.push(message);
  const registrations = { countries: null, mostPerHour: 0 };
  const people = {
    ...{ db: service.db, secrets: testSecrets, registrations, sendCode },
    ...{ checkRoom: () => {}, testCodes: null },
  } as unknown as People;
  const caller = { id: payer.id, livemode: true, person: { identifier: payer.identifier } };
  const commands = [{ caller, input: { id } }] as any;
  const [answer] = await transaction(service.db, (tx) => challengePayments(tx, commands, people));
  const opened = JSON.parse(answer as string);
  const text = `UPDATE challenges SET sent_at = sent_at - interval '1 min' WHERE id = $1`;
  await service.db.query({ name: 'test_later', text }, [opened.challenge]);
  await resendCode(people, opened.challenge);
  const expected = { to: payer.identifier, by: 'sms', purpose: 'approve', language: 'en' };
  const payment = { merchant: 'Marché Sandaga', amount: 7_500n, currency: 'XOF' };
  assert.deepEqual(
    sent.map(({ code, ...rest }) => rest),
    [
      { ...expected, payment },
      { ...expected, payment },
    ],
  );
  const proofOf = ({ code }: CodeMessage) => ({ challenge: opened.challenge, code });
  if (sent[0]!.code !== sent[1]!.code) {
    const old = await payer.call('POST', `/payments/${id}/approve`, proofOf(sent[0]!));
    assert.deepEqual(refusal(old), [401, 'invalid_2fa_code']);
  }
  assert.equal((await payer.call('POST', `/payments/${id}/approve`, proofOf(sent[1]!))).status, 200);
});
