import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedUuid } from '../derived-uuid.ts';
import type { Collection, Disbursement, Repayment } from '../rail.ts';
import { collectionOrder, payoutOrder, refundOrder } from './orders.ts';
import { paceMs } from './pace.ts';
import { receiveFromMtn } from './receive.ts';

const collection = {
  id: 'pay_01kb0000000000000000000000',
  amount: 1050n,
  currency: 'GHS',
  customer: '+233241234567',
  merchant: "Chez Aïcha's",
  reference: 'Order #17',
  description: null,
  callbackUrl: null,
} as Partial<Collection> as Collection;

test('a collection has the amount as text, digits without a plus, and plain texts', () => {
  assert.deepEqual(JSON.parse(collectionOrder(collection, 2).body), {
    amount: '10.50',
    currency: 'GHS',
    externalId: collection.id,
    payer: { partyIdType: 'MSISDN', partyId: '233241234567' },
    payerMessage: 'Chez Aicha s Order 17',
    payeeNote: 'Order 17',
  });
  assert.equal(JSON.parse(collectionOrder(collection, 0).body).amount, '1050');
});

test('a text is never empty and has at most 160 characters', () => {
  const bare = JSON.parse(collectionOrder({ ...collection, merchant: '支付', reference: null }, 2).body);
  assert.deepEqual([bare.payerMessage, bare.payeeNote], ['Payment', 'Payment']);
  const long = JSON.parse(collectionOrder({ ...collection, description: 'word '.repeat(60) }, 2).body);
  assert.ok(long.payerMessage.length <= 160, long.payerMessage);
});

test('the reference is a UUID of version 4 that a repeat has too, and another for another attempt', () => {
  const { referenceId } = collectionOrder(collection, 2);
  assert.match(referenceId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(referenceId, collectionOrder(collection, 2).referenceId);
  const item = { ...collection, recipient: collection.customer } as unknown as Disbursement;
  assert.equal(payoutOrder(item, 2, 1).referenceId, referenceId);
  assert.notEqual(payoutOrder(item, 2, 2).referenceId, referenceId);
  assert.equal(JSON.parse(payoutOrder(item, 2, 2).body).externalId, collection.id);
});

test('a refund names the collection by its reference at the provider', () => {
  const refund = { ...collection, id: 'rfd_1', payment: { id: collection.id } } as unknown as Repayment;
  const { referenceId, body } = refundOrder(refund, 2, 1);
  assert.equal(referenceId, derivedUuid('rfd_1'));
  assert.equal(JSON.parse(body).referenceIdToRefund, derivedUuid(collection.id));
});

test('state queries are spaced by the age of the record, and left to the service after six minutes', () => {
  assert.deepEqual([0, 3_000, 30_000, 300_000, 360_000].map(paceMs), [2_000, 2_000, 10_000, 30_000, undefined]);
});

test('a callback is about the record in its path, otherwise about its externalId', () => {
  const about = (body: string, inPath: string | null) => {
    const received = receiveFromMtn({ body: Buffer.from(body), about: inPath });
    return 'about' in received ? [received.about, received.answer.status] : received;
  };
  assert.deepEqual(about('{"externalId":"pay_2","status":"SUCCESSFUL"}', 'pay_1'), ['pay_1', 200]);
  assert.deepEqual(about('{"externalId":"pay_2"}', null), ['pay_2', 200]);
  assert.deepEqual(about('{}', null), [null, 200]);
  assert.throws(() => about('<html>', null));
});
