import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { derivedUuid } from '../../src/rails/derived-uuid.ts';
import {
  collection,
  disbursement,
  openPawapayAccount,
  type PawapayAccount,
  repayment,
  summary,
  until,
} from './pawapay-account.ts';

let account: PawapayAccount;
before(async () => {
  account = await openPawapayAccount();
});
after(() => account.stop());

const trouble = (fields: object) => account.counterpart.ask('POST', '/trouble', fields);
const noTrouble = () => account.counterpart.ask('DELETE', '/trouble');

describe('a deposit at pawaPay', () => {
  it('prompts the customer, and moves the money once under our id', async () => {
    const payment = collection('+260971000000');
    const prompted = await account.rail.collect(payment);
    assert.equal(prompted.state === 'requires_action' && prompted.nextAction.type, 'prompt');
    assert.equal(prompted.state === 'requires_action' && prompted.handle, derivedUuid(payment.id));
    const paid = await until(() => account.rail.check(payment), 'succeeded');
    assert.ok(paid.state === 'succeeded' && paid.railReference);
    assert.deepEqual(paid.received, { amount: 1_500n, currency: 'ZMW', payer: '+260971000000' });
    const [entry, ...more] = await account.entriesOf(payment.id);
    assert.deepEqual([entry!.kind, entry!.amount, more.length], ['collection', '1500', 0]);
  });

  it('fails by the code of pawaPay', async () => {
    const outcomes = {
      '+260971000001': 'failed insufficient_funds INSUFFICIENT_BALANCE',
      '+260971000002': 'failed customer_declined PAYMENT_NOT_APPROVED',
      '+260971000003': 'failed approval_expired PAYMENT_NOT_APPROVED',
      '+260971000004': 'failed customer_not_found PAYER_NOT_FOUND',
      '+260971000005': 'failed customer_limit_reached PAYER_LIMIT_REACHED',
      '+260971000006': 'failed rail_unavailable PROVIDER_TEMPORARILY_UNAVAILABLE',
      // The documented numbers of the sandbox.
      '+260763456019': 'failed customer_limit_reached PAYER_LIMIT_REACHED',
      '+260763456029': 'failed customer_not_found PAYER_NOT_FOUND',
      '+260763456039': 'failed approval_expired PAYMENT_NOT_APPROVED',
      '+260763456049': 'failed insufficient_funds INSUFFICIENT_BALANCE',
      '+260763456069': 'failed rail_error UNSPECIFIED_FAILURE',
      '+260763456789': 'succeeded',
      // A number of another country.
      '+254703456789': 'failed customer_not_found INVALID_PHONE_NUMBER',
    };
    for (const [phone, expected] of Object.entries(outcomes)) {
      const payment = collection(phone);
      const first = await account.rail.collect(payment);
      const last =
        first.state === 'failed' ? first : await until(() => account.rail.check(payment), 'failed', 'succeeded');
      assert.equal(summary(last), expected, phone);
    }
  });

  it('is refused by amount with the code of pawaPay', async () => {
    const large = await account.rail.collect(collection('+260971000000', { amount: 9_000_000_000n }));
    assert.equal(summary(large), 'failed rail_error AMOUNT_OUT_OF_BOUNDS');
  });

  it('stays open while pawaPay has no outcome, and ends in either', async () => {
    const payment = collection('+260971000008');
    await account.rail.collect(payment);
    assert.equal((await account.rail.check(payment)).state, 'requires_action');
    await account.counterpart.ask('POST', '/clock', { advance_ms: 700_000 });
    assert.equal((await account.rail.check(payment)).state, 'processing');
    await account.counterpart.ask('POST', '/answer', { reference: payment.id, outcome: 'succeeds' });
    await until(() => account.rail.check(payment), 'succeeded');
  });

  it('is found after a lost answer, and a repeat has no second effect', async () => {
    const payment = collection('+260971000000');
    await trouble({ kind: 'taken_then_cut', operation: 'collect', reference: payment.id, next: 1 });
    assert.equal((await account.rail.collect(payment)).state, 'unknown');
    assert.match((await account.rail.check(payment)).state, /requires_action|succeeded/);
    assert.match((await account.rail.collect(payment)).state, /requires_action|succeeded/);
    await until(() => account.rail.check(payment), 'succeeded');
    assert.equal((await account.entriesOf(payment.id)).length, 1);
  });

  it('is not found if it never arrived, and is sent again under the same id', async () => {
    const payment = collection('+260971000000');
    await trouble({ kind: 'cut', operation: 'collect', reference: payment.id, next: 1 });
    assert.equal((await account.rail.collect(payment)).state, 'unknown');
    assert.equal((await account.rail.check(payment)).state, 'not_found');
    await account.rail.collect(payment);
    await until(() => account.rail.check(payment), 'succeeded');
    assert.equal((await account.entriesOf(payment.id)).length, 1);
  });

  it('is unknown after any answer that is not a decision', async () => {
    for (const kind of ['status', 'firewall', 'empty', 'cut_json', 'maintenance']) {
      const payment = collection('+260971000000');
      await trouble({ kind, operation: 'collect', reference: payment.id, next: 1, status: 500 });
      assert.equal((await account.rail.collect(payment)).state, 'unknown', kind);
      await noTrouble();
      const state = (await account.rail.check(payment)).state;
      assert.match(state, /not_found|requires_action|succeeded/, kind);
      await trouble({ kind, operation: 'ask', next: 1, status: 500 });
      assert.equal((await account.rail.check(payment)).state, 'unknown', `${kind} of a question`);
      await noTrouble();
    }
  });

  it('is not taken when pawaPay limits the rate, or nobody listens', async () => {
    await trouble({ kind: 'too_many', operation: 'collect', next: 1, retry_after: 7 });
    const limited = await account.rail.collect(collection('+260971000000'));
    assert.equal(limited.state === 'not_taken' && limited.retryAfterMs, 7_000);
    const nobody = account.connect(account.counterpart.credentials, { baseUrl: 'http://127.0.0.1:9' });
    assert.equal((await nobody.collect(collection('+260971000000'))).state, 'not_taken');
  });

  it('is not failed for refused credentials', async () => {
    const stranger = account.connect({ api_token: 'wrong' });
    const refused = await stranger.collect(collection('+260971000000'));
    assert.equal(refused.state === 'not_taken' && refused.fault, 'credentials');
    const paid = await stranger.payOut(disbursement('+260971000000'));
    assert.equal(paid.state === 'not_taken' && paid.fault, 'credentials');
    await assert.rejects(stranger.refresh(), /AUTHENTICATION_ERROR/);
    await assert.rejects(stranger.balance());
    const pinned = account.connect({ api_token: 'wrong', operator: 'MTN_MOMO_ZMB' });
    const payment = collection('+260971000000');
    assert.equal((await pinned.check(payment)).state, 'unknown');
  });
});

describe('signed requests to pawaPay', () => {
  it('are accepted where unsigned ones are refused', async () => {
    const { api_token: token } = account.counterpart.credentials;
    const unsigned = account.connect({ api_token: token });
    await account.counterpart.ask('POST', '/settings', { signed_requests_only: true });
    const refused = await unsigned.collect(collection('+260971000000'));
    assert.equal(refused.state === 'not_taken' && refused.fault, 'setup');
    assert.equal((await account.rail.collect(collection('+260971000000'))).state, 'requires_action');
    const { signing } = account.counterpart.credentials;
    const raw = account.connect({ api_token: token, signing: { ...signing, encoding: 'ieee-p1363' } });
    assert.equal((await raw.payOut(disbursement('+260971000000'))).state, 'pending');
    const unknownKey = account.connect({ api_token: token, signing: { ...signing, key_id: 'OTHER' } });
    const other = await unknownKey.payOut(disbursement('+260971000000'));
    assert.equal(other.state === 'not_taken' && other.fault, 'setup');
    await account.counterpart.ask('POST', '/settings', { signed_requests_only: false });
  });
});

describe('a payout at pawaPay', () => {
  it('pays a phone once', async () => {
    const item = disbursement('+260971000000');
    assert.equal((await account.rail.payOut(item)).state, 'pending');
    const paid = await until(() => account.rail.checkPayOut(item), 'succeeded');
    assert.equal(paid.state === 'succeeded' && paid.handle, derivedUuid(item.id));
    assert.match((await account.rail.payOut(item)).state, /pending|succeeded/);
    const entries = await account.entriesOf(item.id);
    assert.deepEqual(
      entries.map(({ kind, amount }) => [kind, amount]),
      [['payout', '-2050']],
    );
  });

  it('fails by the code of pawaPay', async () => {
    const outcomes = {
      '+260971000011': 'failed recipient_not_found RECIPIENT_NOT_FOUND',
      '+260971000012': 'failed recipient_cannot_receive RECIPIENT_LIMIT_REACHED',
      '+260763456089': 'failed recipient_not_found RECIPIENT_NOT_FOUND',
      '+260763456099': 'failed recipient_cannot_receive WALLET_LIMIT_REACHED',
      '+260763456119': 'failed rail_error UNSPECIFIED_FAILURE',
      '+254703456789': 'failed recipient_not_found INVALID_PHONE_NUMBER',
    };
    for (const [phone, expected] of Object.entries(outcomes)) {
      const item = disbursement(phone);
      const first = await account.rail.payOut(item);
      const last = first.state === 'failed' ? first : await until(() => account.rail.checkPayOut(item), 'failed');
      assert.equal(summary(last), expected, phone);
    }
  });

  it('waits for an empty float', async () => {
    const { available } = (await account.rail.balance())[0]!;
    const item = disbursement('+260971000000');
    await account.counterpart.ask('POST', '/topup', { amount: `${-available}`, currency: 'ZMW' });
    const refused = await account.rail.payOut(item);
    assert.equal(refused.state === 'not_taken' && refused.fault, 'float');
    await account.counterpart.ask('POST', '/topup', { amount: `${available}`, currency: 'ZMW' });
    await account.rail.payOut(item);
    await until(() => account.rail.checkPayOut(item), 'succeeded');
  });

  it('is sent again under another id after pawaPay took it and found the wallet empty', async () => {
    const fail = (code: string) => account.counterpart.ask('POST', '/fail-next', { kind: 'payout', code });
    const item = disbursement('+260971000000');
    await fail('PAWAPAY_WALLET_OUT_OF_FUNDS');
    await account.rail.payOut(item);
    const empty = await until(() => account.rail.checkPayOut(item), 'not_taken');
    assert.equal(empty.state === 'not_taken' && empty.fault, 'float');
    const { available } = (await account.rail.balance())[0]!;
    await account.counterpart.ask('POST', '/topup', { amount: `${-available}`, currency: 'ZMW' });
    assert.equal((await account.rail.payOut(item)).state, 'not_taken');
    await account.counterpart.ask('POST', '/topup', { amount: `${available}`, currency: 'ZMW' });
    await trouble({ kind: 'taken_then_cut', operation: 'payout', next: 1 });
    await account.rail.payOutMany([item]);
    await account.rail.payOutMany([item]);
    const paid = await until(() => account.rail.checkPayOut(item), 'succeeded');
    assert.notEqual(paid.state === 'succeeded' && paid.handle, derivedUuid(item.id));
    await account.rail.payOut(item);
    assert.equal((await account.entriesOf(item.id)).length, 1);
  });

  it('waits in the queue of pawaPay while its operator is down, and fails if the account stops it there', async () => {
    const { url, credentials, ask } = account.counterpart;
    const delay = (status: string) =>
      ask('POST', '/availability', { provider: 'AIRTEL_OAPI_ZMB', kind: 'payout', status });
    await delay('DELAYED');
    const [stopped, other] = [disbursement('+260971000000'), disbursement('+260971000000')];
    await account.rail.payOut(stopped);
    await account.rail.payOut(other);
    assert.equal((await account.rail.checkPayOut(stopped)).state, 'pending');
    const headers = { authorization: `Bearer ${credentials.api_token}` };
    await fetch(`${url}/v2/payouts/fail-enqueued/${derivedUuid(stopped.id)}`, { method: 'POST', headers });
    const failed = await until(() => account.rail.checkPayOut(stopped), 'failed');
    assert.equal(summary(failed), 'failed rail_error MANUALLY_CANCELLED');
    await delay('OPERATIONAL');
    await until(() => account.rail.checkPayOut(other), 'succeeded');
    assert.equal((await account.entriesOf(stopped.id)).length, 0);
  });
});

describe('many payouts in one request', () => {
  it('have an answer each, in their order', async () => {
    const items = ['+260971000000', '+254703456789', '+260971000011', '+260971000006'].map((one) => disbursement(one));
    const answers = await account.rail.payOutMany(items);
    assert.deepEqual(answers.map(summary), [
      'pending',
      'failed recipient_not_found INVALID_PHONE_NUMBER',
      'pending',
      'failed rail_unavailable PROVIDER_TEMPORARILY_UNAVAILABLE',
    ]);
    await until(() => account.rail.checkPayOut(items[0]!), 'succeeded');
    await until(() => account.rail.checkPayOut(items[2]!), 'failed');
    assert.equal((await account.entriesOf(items[0]!.id)).length, 1);
  });

  it('are each unknown after a lost answer, and paid once', async () => {
    const items = Array.from({ length: 20 }, () => disbursement('+260971000000'));
    await trouble({ kind: 'taken_then_cut', operation: 'payout', next: 1 });
    const answers = await account.rail.payOutMany(items);
    assert.deepEqual(new Set(answers.map(summary)), new Set(['pending']));
    for (const item of items) await until(() => account.rail.checkPayOut(item), 'succeeded');
    await account.rail.payOutMany(items);
    for (const item of items) assert.equal((await account.entriesOf(item.id)).length, 1);
  });

  it('are sent alone if one of them is malformed', async () => {
    const items = [disbursement('+260971000000'), disbursement('+260971000000', { currency: 'zmw' })];
    const answers = await account.rail.payOutMany(items);
    assert.deepEqual(answers.map(summary), ['pending', 'failed rail_error INVALID_PARAMETER']);
  });
});

describe('a refund at pawaPay', () => {
  const paid = async (phone = '+260971000000') => {
    const payment = collection(phone);
    await account.rail.collect(payment);
    await until(() => account.rail.check(payment), 'succeeded');
    return payment;
  };

  it('returns parts, one at a time, up to the whole', async () => {
    const payment = await paid();
    const [first, second] = [repayment(payment, 500n), repayment(payment, 1_000n)];
    assert.equal((await account.rail.refund(first)).state, 'pending');
    const busy = await account.rail.refund(second);
    assert.equal(busy.state === 'not_taken' && busy.why, 'REFUND_IN_PROGRESS');
    await until(() => account.rail.checkRefund(first), 'succeeded');
    assert.equal((await account.rail.checkRefund(second)).state, 'not_found');
    await account.rail.refund(second);
    await until(() => account.rail.checkRefund(second), 'succeeded');
    const more = await account.rail.refund(repayment(payment, 1n));
    assert.equal(summary(more), 'failed rail_error DEPOSIT_ALREADY_REFUNDED');
    const amounts = await Promise.all([first, second].map(({ id }) => account.entriesOf(id)));
    assert.deepEqual(
      amounts.flat().map(({ kind, amount }) => [kind, amount]),
      [
        ['refund', '-500'],
        ['refund', '-1000'],
      ],
    );
  });

  it('fails by the code of pawaPay', async () => {
    const refund = repayment(await paid('+260971000010'), 1_500n);
    await account.rail.refund(refund);
    const failed = await until(() => account.rail.checkRefund(refund), 'failed');
    assert.equal(summary(failed), 'failed rail_error UNSPECIFIED_FAILURE');
    const large = await account.rail.refund(repayment(await paid(), 1_501n));
    assert.equal(summary(large), 'failed rail_error AMOUNT_TOO_LARGE');
    const unknown = await account.rail.refund(repayment(collection('+260971000000'), 100n));
    assert.equal(summary(unknown), 'failed rail_error NOT_FOUND');
  });

  it('is found after a lost answer', async () => {
    const refund = repayment(await paid(), 1_500n);
    await trouble({ kind: 'taken_then_cut', operation: 'refund', reference: refund.id, next: 1 });
    assert.equal((await account.rail.refund(refund)).state, 'pending');
    await until(() => account.rail.checkRefund(refund), 'succeeded');
    assert.equal((await account.rail.refund(refund)).state, 'succeeded');
    assert.equal((await account.entriesOf(refund.id)).length, 1);
  });
});

describe('the set-up of an account at pawaPay', () => {
  it('decides what the rail can do', async () => {
    assert.equal(account.connect(account.counterpart.credentials).capabilities().collect?.maximum, null);
    await account.rail.refresh();
    const { decimals, collect, refund, payout } = account.rail.capabilities();
    assert.deepEqual([decimals, collect?.minimum, collect?.maximum], [2, 100n, 2_000_000_000n]);
    assert.deepEqual(
      [collect?.flow, collect?.needsCode, refund?.parts, payout?.batchMost],
      ['prompt', false, 'part', 20],
    );
  });

  it('shows the balance of the country', async () => {
    const balances = await account.rail.balance();
    const { balances: books } = await account.counterpart.ask('GET', '/ledger');
    assert.deepEqual(balances, [{ currency: 'ZMW', available: BigInt(books.ZMW) }]);
  });

  it('finds the operator of a phone, and no name', async () => {
    const ask = (phone: string) => account.rail.lookUp({ phone, currency: 'ZMW', name: 'Ama', amount: null });
    const unknown = { name: null, nameMatch: 'unknown' };
    assert.deepEqual(await ask('+260971000000'), { ...unknown, exists: null, canReceive: null });
    assert.deepEqual(await ask('+254703456789'), { ...unknown, exists: false, canReceive: false });
  });
});
