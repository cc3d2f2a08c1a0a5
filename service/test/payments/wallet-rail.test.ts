import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { transaction } from '../../src/db/transaction.ts';
import { sealSecret } from '../../src/kernel/seal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { makeSeed } from '../../src/two-factor/totp.ts';
import { freezeWallets } from '../../src/wallets/freeze.ts';
import { bothWorlds, eventsOf, openPayment, phone, refundWith, refusal, waitingPayment } from '../support/flows.ts';
import {
  type Reply,
  startTestService,
  type TestMerchant,
  type TestService,
  testSecrets,
  until,
} from '../support/harness.ts';
import { askToPay, availableTo, fund, payerWith, paymentWith, setFee, tillOf } from '../support/wallet-payments.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ ...bothWorlds, APPROVAL_CODE_FROM: 'XOF:50000,USD:20000' });
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const together = { concurrency: 8 };
const approve = (payer: { call: TestMerchant['call'] }, id: string, body?: object, key?: string) =>
  payer.call('POST', `/payments/${id}/approve`, body, key ? { 'idempotency-key': key } : undefined);
const code = ({ status, body }: Reply) => [status, body.error?.code];
const kindsOf = async (till: any, id: string) => (await eventsOf(till, id)).map((event: any) => event.type);

for (const livemode of [false, true]) {
  describe(`a payment out of the customer's wallet, in ${livemode ? 'live' : 'test'} mode`, together, () => {
    it('waits for its customer, is approved, and moves the money with the fee; a refund returns it', async () => {
      const shop = await service.merchant(`Café Lakay ${livemode}`);
      await setFee(service, shop, livemode);
      const till = await tillOf(service, shop, livemode);
      const payer = await payerWith(service, 10_000n, { livemode });
      // Live mode has one rail: naming it is optional.
      const rail = livemode ? {} : { rail: 'wallet' };
      const fields = { amount: 4_000, currency: 'XOF', customer: payer.identifier, reference: 'r-1', ...rail };
      const opened = (await till.call('POST', '/payments', { ...fields, metadata: { shelf: '7' } })).body;
      assert.deepEqual([opened.rail, opened.livemode, opened.fee], ['wallet', livemode, 85]);
      const waiting = await paymentWith(till, opened.id, 'requires_action');
      assert.deepEqual(
        [waiting.next_action.type, waiting.next_action.expires_at, waiting.next_action.redirect_url],
        ['in_app', waiting.expires_at, null],
      );
      assert.equal(Date.parse(waiting.expires_at) - Date.parse(waiting.created_at), 300_000);

      const [request] = (await payer.call('GET', '/payments/mine?status=requires_action')).body.data;
      assert.deepEqual(
        [request.id, request.merchant.name, request.amount, request.wallet, request.code_required],
        [opened.id, `Café Lakay ${livemode}`, 4_000, payer.wallet, false],
      );
      const approved = await approve(payer, opened.id);
      assert.deepEqual([approved.status, approved.body.status], [200, 'succeeded']);
      assert.equal(approved.text, (await payer.call('GET', `/payments/${opened.id}/request`)).text);

      const paid = (await till.call('GET', `/payments/${opened.id}`)).body;
      const { status, net, rail_reference: reference, next_action: action } = paid;
      assert.deepEqual([status, net, reference, action], ['succeeded', 3_915, null, null]);
      assert.equal(await availableTo(payer), 6_000);
      assert.equal((await till.call('GET', `/wallets/${paid.wallet}`)).body.balance.total, 3_915);
      const [entry] = (await payer.call('GET', `/wallets/${payer.wallet}/entries`)).body.data;
      assert.deepEqual([entry.kind, entry.direction, entry.amount, entry.source], ['payment', 'debit', 4_000, paid.id]);
      assert.deepEqual(await kindsOf(till, paid.id), ['payment.requires_action', 'payment.succeeded']);
      const seen = (await eventsOf(till as any, paid.id)).at(-1).data.object;
      assert.deepEqual({ ...seen, receipt_url: null }, paid);

      const refund = await till.call('POST', '/refunds', { payment: paid.id, amount: 1_500, reason: 'fraudulent' });
      await refundWith(till as any, refund.body.id, 'succeeded');
      assert.equal(await availableTo(payer), 7_500);
      const [back] = (await payer.call('GET', '/refunds/mine')).body.data;
      assert.deepEqual(
        [back.id, back.payment, back.amount, back.status, back.merchant.name],
        [refund.body.id, paid.id, 1_500, 'succeeded', `Café Lakay ${livemode}`],
      );
      assert.equal((await payer.call('GET', `/payments/${paid.id}/request`)).body.amount_refunded, 1_500);
    });

    it('that its customer declines fails, and no money has moved', async () => {
      const till = await tillOf(service, await service.merchant(), livemode);
      const payer = await payerWith(service, 5_000n, { livemode });
      const { id } = await askToPay(till, payer);
      const declined = await payer.call('POST', `/payments/${id}/decline`);
      assert.deepEqual(
        [declined.status, declined.body.status, declined.body.failure.code],
        [200, 'failed', 'customer_declined'],
      );
      assert.deepEqual(code(await approve(payer, id)), [409, 'payment_already_final']);
      assert.deepEqual(await kindsOf(till, id), ['payment.requires_action', 'payment.failed']);
      assert.equal(await availableTo(payer), 5_000);
    });

    it('can be canceled by the merchant while it waits', async () => {
      const till = await tillOf(service, await service.merchant(), livemode);
      const payer = await payerWith(service, 5_000n, { livemode });
      const { id } = await askToPay(till, payer);
      assert.equal((await till.call('POST', `/payments/${id}/cancel`)).body.failure.code, 'canceled');
      assert.deepEqual(code(await approve(payer, id)), [409, 'payment_already_final']);
      assert.deepEqual(code(await payer.call('POST', `/payments/${id}/decline`)), [409, 'payment_already_final']);
      assert.deepEqual(await kindsOf(till, id), ['payment.requires_action', 'payment.failed']);
    });

    it('of a phone without a wallet here in the currency fails as customer_not_found', async () => {
      const till = await tillOf(service, await service.merchant(), livemode);
      const payer = await payerWith(service, 0n, { livemode });
      for (const fields of [{ customer: phone('4321') }, { customer: payer.identifier, currency: 'USD' }]) {
        const body = { amount: 10, currency: 'XOF', rail: 'wallet', ...fields };
        const { id } = (await till.call('POST', '/payments', body)).body;
        assert.equal((await paymentWith(till, id, 'failed')).failure.code, 'customer_not_found');
        assert.deepEqual(await kindsOf(till, id), ['payment.failed']);
      }
    });
  });
}

describe('the rail of a payment', together, () => {
  it('is the sandbox in test mode unless the request names the wallet', async () => {
    const payer = await payerWith(service, 5_000n);
    assert.equal((await openPayment(await service.merchant(), { customer: payer.identifier })).rail, 'sandbox');
  });

  it('in live mode is refused clearly where no rail reaches the customer', async () => {
    const till = await tillOf(service, await service.merchant(), true);
    const inTestOnly = await payerWith(service, 5_000n);
    for (const customer of [phone('1234'), inTestOnly.identifier]) {
      const refused = await till.call('POST', '/payments', { amount: 10, currency: 'XOF', customer });
      assert.deepEqual([...refusal(refused), refused.body.error.param], [400, 'validation_failed', 'rail']);
      assert.match(refused.body.error.message, /no wallet in XOF/);
    }
    const body = { amount: 10, currency: 'XOF', customer: phone('1234'), rail: 'sandbox' };
    const sandbox = await till.call('POST', '/payments', body);
    assert.deepEqual([...refusal(sandbox), sandbox.body.error.param], [400, 'validation_failed', 'rail']);
  });
});

describe('approving', together, () => {
  it('needs enough money at that moment: 402, and the payment keeps waiting', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 999n);
    const { id } = await askToPay(shop, payer);
    assert.deepEqual(code(await approve(payer, id)), [402, 'insufficient_funds']);
    assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'requires_action');
    assert.equal(await availableTo(payer), 999);
    await fund(service, payer.wallet, 1n);
    assert.equal((await approve(payer, id)).status, 200);
    assert.equal(await availableTo(payer), 0);
  });

  it('is 409 while the wallet of either side is frozen', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 5_000n);
    const { id, wallet } = await askToPay(shop, payer);
    await shop.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
    assert.deepEqual(code(await approve(payer, id)), [409, 'wallet_frozen']);
    await shop.call('POST', `/test/wallets/${wallet}/unfreeze`);
    await freeze(payer.wallet, true);
    const frozen = await approve(payer, id);
    assert.deepEqual([...code(frozen), frozen.body.error.message], [409, 'wallet_frozen', 'Your wallet is frozen']);
    await freeze(payer.wallet, false);
    assert.equal((await approve(payer, id)).status, 200);
  });

  it('is for the customer alone: any other caller gets 404', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 5_000n);
    const { id } = await askToPay(shop, payer);
    const strangers = [
      await payerWith(service, 5_000n),
      // The same phone, in the other mode.
      await payerWith(service, 5_000n, { livemode: true, identifier: payer.identifier }),
    ];
    for (const stranger of strangers) {
      for (const path of [`/payments/${id}/approve`, `/payments/${id}/decline`, `/payments/${id}/challenge`]) {
        assert.deepEqual(code(await stranger.call('POST', path)), [404, 'not_found'], path);
      }
      assert.deepEqual(code(await stranger.call('GET', `/payments/${id}/request`)), [404, 'not_found']);
      assert.deepEqual((await stranger.call('GET', '/payments/mine')).body.data, []);
    }
    assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'requires_action');
  });

  it('happens once under one key, and once under several keys', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 5_000n);
    const one = await askToPay(shop, payer);
    const replies = await Promise.all([1, 2, 3].map(() => approve(payer, one.id, {}, 'same')));
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]).sort(),
      [
        [200, null],
        [200, 'true'],
        [200, 'true'],
      ].sort(),
    );
    const two = await askToPay(shop, payer);
    const others = await Promise.all(['a', 'b', 'c'].map((key) => approve(payer, two.id, {}, key)));
    assert.deepEqual(others.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal(await availableTo(payer), 3_000);
  });

  it("is refused for a payment on a provider's rail, and for one past its deadline", async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 5_000n, { identifier: phone('0007') });
    const elsewhere = await waitingPayment(shop, { customer: payer.identifier });
    const [listed] = (await payer.call('GET', '/payments/mine')).body.data;
    assert.deepEqual([listed.id, listed.wallet, listed.next_action.type], [elsewhere.id, null, 'prompt']);
    const cannot = [409, 'payment_not_approvable'];
    assert.deepEqual(code(await payer.call('POST', `/payments/${elsewhere.id}/challenge`)), cannot);
    // As if the payment were on a provider's rail that takes the answer itself.
    await service.db.query({ name: 'test_rail', text: `UPDATE payments SET rail = 'other' WHERE id = $1` }, [
      elsewhere.id,
    ]);
    for (const act of ['approve', 'decline'])
      assert.deepEqual(code(await payer.call('POST', `/payments/${elsewhere.id}/${act}`)), cannot);

    const { id } = await askToPay(shop, payer);
    assert.deepEqual(code(await shop.call('POST', `/test/payments/${id}/approve`)), [409, 'payment_not_approvable']);
    const text = `UPDATE payments SET expires_at = now(), due_at = now() + interval '1 h' WHERE id = $1`;
    await service.db.query({ name: 'test_over', text }, [id]);
    assert.deepEqual(code(await approve(payer, id)), [409, 'payment_not_approvable']);
    assert.deepEqual(code(await payer.call('POST', `/payments/${id}/challenge`)), [409, 'payment_not_approvable']);
  });

  it('too late fails by the test clock as approval_expired, and money that arrives then changes nothing', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 5_000n);
    const { id } = await askToPay(shop, payer);
    await shop.call('POST', '/test/clock/advance', { seconds: 240 });
    assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'requires_action');
    await shop.call('POST', '/test/clock/advance', { seconds: 60 });
    assert.equal((await paymentWith(shop, id, 'failed')).failure.code, 'approval_expired');
    assert.deepEqual(code(await approve(payer, id)), [409, 'payment_already_final']);
    assert.deepEqual(await kindsOf(shop, id), ['payment.requires_action', 'payment.failed']);
    assert.equal(await availableTo(payer), 5_000);
  });
});

/** An amount that requires a one-time code. */
const large = { amount: 50_000 };
const challenge = async (payer: any, id: string) =>
  (await payer.call('POST', `/payments/${id}/challenge`)).body.challenge as string;

describe('from the configured amount on, approving', together, () => {
  it('requires a one-time code', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 200_000n);
    const below = await askToPay(shop, payer, { amount: 49_999 });
    assert.equal((await approve(payer, below.id)).status, 200);
    const { id } = await askToPay(shop, payer, large);
    assert.equal((await payer.call('GET', `/payments/${id}/request`)).body.code_required, true);
    assert.deepEqual(code(await approve(payer, id)), [422, 'two_factor_required']);
    const opened = await payer.call('POST', `/payments/${id}/challenge`);
    assert.deepEqual(Object.keys(opened.body), ['challenge', 'method', 'expires_in']);
    const wrong = await approve(payer, id, { challenge: opened.body.challenge, code: '123456' });
    assert.deepEqual(code(wrong), [401, 'invalid_2fa_code']);
    assert.equal((await approve(payer, id, { challenge: opened.body.challenge, code: '000000' })).status, 200);
    assert.equal(await availableTo(payer), 200_000 - 49_999 - 50_000);
  });

  it('takes the code of this payment, complete, and once', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 200_000n);
    const [one, two] = [await askToPay(shop, payer, large), await askToPay(shop, payer, large)];
    const opened = await challenge(payer, one.id);
    for (const body of [{ code: '000000' }, { challenge: opened }]) {
      assert.deepEqual(code(await approve(payer, one.id, body)), [400, 'validation_failed']);
    }
    const proof = { challenge: opened, code: '000000' };
    assert.deepEqual(code(await approve(payer, two.id, proof)), [410, 'challenge_expired']);
    const other = await payerWith(service, 200_000n);
    assert.deepEqual(code(await approve(other, two.id, proof)), [404, 'not_found']);
    const replies = await Promise.all(['a', 'b', 'c'].map((key) => approve(payer, one.id, proof, key)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual(
      code(await approve(payer, one.id, proof)),
      [409, 'payment_already_final'],
      'the first answer was lost',
    );
    assert.equal((await shop.call('GET', `/payments/${two.id}`)).body.status, 'requires_action');
    assert.equal(await availableTo(payer), 150_000);
  });

  it('leaves the code valid where the money was short, and replays an answer without the code', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 49_999n);
    const { id } = await askToPay(shop, payer, large);
    const proof = { challenge: await challenge(payer, id), code: '000000' };
    assert.deepEqual(code(await approve(payer, id, proof, 'first')), [402, 'insufficient_funds']);
    await fund(service, payer.wallet, 1n);
    assert.deepEqual(code(await approve(payer, id, proof, 'first')), [402, 'insufficient_funds'], 'the stored answer');
    const paid = await approve(payer, id, proof, 'second');
    assert.equal(paid.status, 200);
    assert.equal((await approve(payer, id, proof, 'second')).text, paid.text);
  });

  it('takes a code of the authenticator where the customer has one, and each code once', async () => {
    const till = await tillOf(service, await service.merchant(), true);
    const payer = await payerWith(service, 200_000n, { livemode: true });
    const seed = makeSeed();
    const text = `UPDATE accounts SET two_factor = 'totp', totp_seed = $2 WHERE id = $1`;
    await service.db.query({ name: 'test_totp', text }, [payer.id, sealSecret(seed, testSecrets.encryptionKey)]);
    const [one, two] = [await askToPay(till, payer, large), await askToPay(till, payer, large)];
    const first = await challenge(payer, one.id);
    const shown = new TOTP({ secret: Secret.fromBase32(seed) }).generate();
    assert.equal((await approve(payer, one.id, { challenge: first, code: shown })).status, 200);
    const second = await challenge(payer, two.id);
    assert.deepEqual(code(await approve(payer, two.id, { challenge: second, code: shown })), [401, 'invalid_2fa_code']);
    assert.equal(await availableTo(payer), 150_000, 'the decision made before the code was spent is taken back');
    assert.equal((await till.call('GET', `/payments/${two.id}`)).body.status, 'requires_action');
    const next = new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + 30_000 });
    assert.equal(
      (await approve(payer, two.id, { challenge: second, code: next })).status,
      200,
      'the challenge is still valid',
    );
  });

  it('fails after five wrong codes, and one key creates one challenge', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 200_000n);
    const { id } = await askToPay(shop, payer, large);
    const key = { 'idempotency-key': 'once' };
    const opened = await payer.call('POST', `/payments/${id}/challenge`, undefined, key);
    assert.equal((await payer.call('POST', `/payments/${id}/challenge`, undefined, key)).text, opened.text);
    const guess = () => approve(payer, id, { challenge: opened.body.challenge, code: '999999' });
    const guesses = await Promise.all(Array.from({ length: 8 }, guess));
    assert.deepEqual(guesses.map(({ status }) => status).sort(), [401, 401, 401, 401, 401, 429, 429, 429]);
    const late = await approve(payer, id, { challenge: opened.body.challenge, code: '000000' });
    assert.deepEqual(code(late), [429, 'too_many_attempts']);
    assert.equal(await availableTo(payer), 200_000);
  });
});

// Not concurrent: it moves the open challenges of every test customer to within a second of their end.
it('a code follows the test clock of the merchant who requests the payment', async () => {
  const shop = await service.merchant();
  const payer = await payerWith(service, 200_000n);
  const { id } = await askToPay(shop, payer, large);
  const opened = await challenge(payer, id);
  const stranger = await service.merchant();
  await stranger.call('POST', '/test/clock/advance', { seconds: 299 });
  await shop.call('POST', '/test/clock/advance', { seconds: 160 });
  const wrong = await approve(payer, id, { challenge: opened, code: '123456' });
  assert.deepEqual(code(wrong), [401, 'invalid_2fa_code'], 'it is valid for 140 more seconds');
  await shop.call('POST', '/test/clock/advance', { seconds: 139 });
  await until(async () => {
    const text = 'SELECT FROM challenges WHERE id = $1 AND expires_at <= now()';
    return (await service.db.query({ name: 'test_expired', text }, [opened])).length > 0;
  });
  // The payment has expired by now too, which would be the answer.
  const late = await approve(payer, (await askToPay(shop, payer)).id, { challenge: opened, code: '000000' });
  assert.deepEqual(code(late), [410, 'challenge_expired']);
  assert.doesNotMatch(late.body.error.message, /another payment/);
});

describe('a refund of it', together, () => {
  it('returns to a wallet that was frozen in the meantime', async () => {
    const { shop, payer, id } = await paid();
    await freeze(payer.wallet, true);
    const refund = (await shop.call('POST', '/refunds', { payment: id })).body;
    await refundWith(shop, refund.id, 'succeeded');
    assert.equal(await availableTo(payer), 1_000);
  });

  it('fails where the wallet was closed, and releases its share and its money', async () => {
    const { shop, payer, id, wallet } = await paid();
    await service.db.query({ name: 'test_close', text: `UPDATE balances SET closed = true WHERE wallet_id = $1` }, [
      payer.wallet,
    ]);
    const refund = (await shop.call('POST', '/refunds', { payment: id })).body;
    const failed = await refundWith(shop, refund.id, 'failed');
    assert.equal(failed.failure.code, 'recipient_cannot_receive');
    assert.deepEqual((await shop.call('GET', `/wallets/${wallet}`)).body.balance, {
      available: 1_000,
      reserved: 0,
      total: 1_000,
    });
    assert.equal((await shop.call('POST', '/refunds', { payment: id, amount: 1_000 })).status, 201);
  });

  async function paid() {
    const shop = await service.merchant();
    const payer = await payerWith(service, 1_000n);
    const { id, wallet } = await askToPay(shop, payer);
    assert.equal((await approve(payer, id)).status, 200);
    return { shop, payer, id, wallet };
  }
});

async function freeze(wallet: string, frozen: boolean): Promise<void> {
  await transaction(service.db, (tx) => freezeWallets(tx, [{ wallet, reason: frozen ? 'kyc' : null }]));
}
