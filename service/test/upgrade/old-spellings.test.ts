import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { findEqualReferences } from '../../src/idempotency/references.ts';
import { openPayment, paidPayment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { type OldDatabase, oldDatabase } from '../support/old-database.ts';

/** As an older version stored them: the same reference to a person, and different ones to the database. */
const OLD = [' INV-1', 'INV-1', 'INV\u200b-1', 'Facture\u0301 2\u00a0'];

describe('references that were stored before they had one spelling', () => {
  let database: OldDatabase;
  let service: TestService;
  let shop: TestMerchant;
  const ids: string[] = [];
  const spell = (table: string, id: string, reference: string) =>
    service.db.pool.query(`UPDATE ${table} SET reference = $2 WHERE id = $1`, [id, reference]);

  before(async () => {
    database = await oldDatabase('0053');
    await migrate(database.url);
    service = await startTestService({}, database);
    shop = await service.merchant();
    await shop.wallet('XOF', 1_000n);
    for (const reference of OLD) {
      const { id } = await openPayment(shop);
      await spell('payments', id, reference);
      ids.push(id);
    }
    // The migration runs this after an older version has written these.
    await database.client.query('SELECT find_old_spellings()');
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
  });

  const ask = (reference: string) =>
    shop.call('POST', '/payments', { amount: 100, currency: 'XOF', customer: phone('0007'), reference });

  it('still recognise it: no second payment is made', async () => {
    for (const reference of ['INV-1', ' INV-1 ', 'Facturé 2', 'Facture\u0301  2']) {
      const answer = await ask(reference);
      assert.deepEqual(refusal(answer), [409, 'reference_already_used'], reference);
      assert.match(answer.body.error.message, /already used by pay_/);
    }
  });

  it('are found by it in lists', async () => {
    const found = async (reference: string) =>
      (await shop.call('GET', `/payments?reference=${encodeURIComponent(reference)}`)).body.data.map(
        (one: any) => one.id,
      );
    assert.deepEqual((await found('INV-1')).sort(), ids.slice(0, 3).sort());
    assert.deepEqual(await found(' Facturé 2'), [ids[3]]);
  });

  it('stay unchanged, and those that are equal now are listed', async () => {
    const { rows } = await service.db.pool.query('SELECT reference FROM payments WHERE id = ANY ($1) ORDER BY id', [
      ids,
    ]);
    assert.deepEqual(rows.map(({ reference }) => reference).sort(), [...OLD].sort());
    const equal = await findEqualReferences(service.db);
    assert.deepEqual(
      equal.map(({ kind, reference, id }) => [kind, reference, id]).sort(),
      ids
        .slice(0, 3)
        .map((id) => ['payment', 'INV-1', id])
        .sort(),
    );
    assert.ok(equal.some(({ spelling }) => spelling === 'INV\\u200b-1'));
  });

  it('are one for refunds, transfers, payouts and cash-ins too', async () => {
    const payment = await paidPayment(shop);
    const refund = await shop.call('POST', '/refunds', { payment: payment.id, amount: 1 });
    await spell('refunds', refund.body.id, 'R\u00a01');
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const send = (fields: object) =>
      shop.call('POST', '/wallets/transfer', { to, amount: 1, currency: 'XOF', ...fields });
    const items = [{ recipient: phone('1234'), amount: 1 }];
    const payout = (fields: object) => shop.call('POST', '/payouts', { currency: 'XOF', items, ...fields });
    // An older version wrote them: only the owner may change a transfer.
    const old = async (table: string, id: string, reference: string) =>
      database.client.query(`UPDATE ${table} SET reference = $2 WHERE id = $1`, [id, reference]);
    await old('transfers', (await send({})).body.id, 'T\u00a01');
    await old('payouts', (await payout({})).body.id, 'P\u00a01');
    await database.client.query('SELECT find_old_spellings()');
    assert.deepEqual(refusal(await send({ reference: 'T 1' })), [409, 'reference_already_used']);
    assert.deepEqual(refusal(await payout({ reference: 'P 1' })), [409, 'reference_already_used']);
    const again = { payment: payment.id, amount: 1, reference: 'R 1' };
    assert.deepEqual(refusal(await shop.call('POST', '/refunds', again)), [409, 'reference_already_used']);
  });

  it('control: where they are not recognised, a second payment is made', async () => {
    await database.client.query('DELETE FROM old_spellings');
    assert.equal((await ask('Facturé 2')).status, 201);
  });
});
