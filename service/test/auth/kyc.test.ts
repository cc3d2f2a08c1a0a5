import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import type { Command } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { withDeps } from '../../src/kernel/operation.ts';
import { decideSubmissions } from '../../src/kyc/decide.ts';
import { selectWaiting } from '../support/database.ts';
import { eventsOf, openPayment, refusal, takenPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { awa, decide, kycOf, submit, submitted, upload } from '../support/kyc-flows.ts';
import type { TestPerson } from '../support/person.ts';
import { perform, withStatements } from '../support/world.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
let shop: TestMerchant;
let officer: TestPerson;
let customer: TestPerson;
before(async () => {
  service = await startTestService();
  node = await startTestService({}, service);
  shop = await service.merchant();
  officer = await service.person('operator', { role: 'compliance' });
});
after(async () => {
  await node.stop();
  await service.stop();
});
beforeEach(async () => {
  customer = await service.person('customer');
});

const rows = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const acts = (target: string) => rows('SELECT * FROM audit_log WHERE target = $1 ORDER BY seq', target);
const at = (where: TestService, who: TestPerson): TestPerson => ({
  ...who,
  call: (method, path, body, headers) =>
    where.request(method, `/api/v1${path}`, {
      key: who.token,
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
    }),
});

describe('a customer', () => {
  it('submits, waits, and is verified', async () => {
    const documents = [(await upload(customer)).body.id, (await upload(customer)).body.id];
    assert.equal(await kycOf(customer), 'none');
    const { status, body, text } = await submit(customer, { documents });
    assert.equal(status, 201, text);
    const { name, date_of_birth, document_type, document_number } = body;
    assert.deepEqual({ name, date_of_birth, document_type, document_number }, awa);
    assert.deepEqual([body.user, body.status, body.documents], [customer.id, 'pending', documents]);
    assert.equal(await kycOf(customer), 'pending');
    assert.deepEqual((await customer.call('GET', `/kyc/submissions/${body.id}`)).body, body);
    const approved = await decide(officer, body.id, 'approve', { tier: 2 });
    assert.equal(approved.status, 200, approved.text);
    const { decided_by, tier, kyc, phone } = approved.body;
    assert.deepEqual(
      { decided_by, tier, kyc, phone },
      { decided_by: officer.id, tier: 2, kyc: 'verified', phone: customer.identifier },
    );
    const own = (await customer.call('GET', '/kyc/submissions')).body;
    assert.deepEqual([own.data.length, own.data[0].status, own.has_more], [1, 'approved', false]);
    assert.ok(!('decided_by' in own.data[0]) && own.data[0].decided_at);
    const me = (await customer.call('GET', '/me')).body;
    assert.deepEqual([me.kyc, me.kyc_tier], ['verified', 2]);
  });

  it('learns why they were rejected, and submits again; then the newer submission is decided', async () => {
    const first = await submitted(customer);
    await decide(officer, first.id, 'reject', { reason: 'The photograph cannot be read' });
    const read = (await customer.call('GET', `/kyc/submissions/${first.id}`)).body;
    assert.deepEqual([read.status, read.reason], ['rejected', 'The photograph cannot be read']);
    assert.equal(await kycOf(customer), 'rejected');
    const second = await submitted(customer);
    assert.equal(await kycOf(customer), 'pending');
    assert.deepEqual(refusal(await decide(officer, first.id, 'approve')), [409, 'kyc_transition_not_allowed']);
    assert.equal((await decide(officer, second.id, 'approve')).status, 200);
    assert.equal(await kycOf(customer), 'verified');
  });

  it('who is verified may submit a new document, and can be rejected later', async () => {
    const first = await submitted(customer);
    await decide(officer, first.id, 'approve');
    const second = await submitted(customer, { document_type: 'national_id' });
    assert.equal(await kycOf(customer), 'pending');
    const old = await decide(officer, first.id, 'reject', { reason: 'Reported stolen', revoke: true });
    assert.deepEqual(refusal(old), [409, 'kyc_transition_not_allowed']);
    assert.match(old.body.error.message, /newer submission/);
    await decide(officer, second.id, 'approve');
    const reason = 'The document is forged';
    const decided = await decide(officer, second.id, 'reject', { reason });
    assert.deepEqual(refusal(decided), [409, 'kyc_transition_not_allowed']);
    assert.equal((await decide(officer, second.id, 'reject', { reason, revoke: true })).status, 200);
    assert.equal(await kycOf(customer), 'rejected');
  });

  it('has one pending submission, also when two arrive at once on two nodes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => submit(at(i % 2 ? service : node, customer), { name: `Awa ${i}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      assert.deepEqual(refusal(answer), [409, 'kyc_transition_not_allowed']);
    }
    assert.equal((await customer.call('GET', '/kyc/submissions')).body.data.length, 1);
  });

  it('gets the first answer again for the same key, and a refusal for another request under it', async () => {
    const key = { 'idempotency-key': newId('req') };
    const first = await submit(customer, {}, key);
    const again = await submit(customer, {}, key);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await submit(customer, { document_number: 'B999' }, key);
    assert.deepEqual(refusal(other), [422, 'idempotency_key_reused']);
  });

  it('learns which field is invalid', async () => {
    const { id } = (await upload(customer)).body;
    const wrong: [object, string][] = [
      [{ name: ' - ' }, 'name'],
      [{ date_of_birth: '2190-01-01' }, 'date_of_birth'],
      [{ date_of_birth: '1890-01-01' }, 'date_of_birth'],
      [{ date_of_birth: '1990-02-30' }, 'date_of_birth'],
      [{ date_of_birth: '1990-4-3' }, 'date_of_birth'],
      [{ date_of_birth: '1990-04-23T00:00:00Z' }, 'date_of_birth'],
      [{ document_number: '- . -' }, 'document_number'],
      [{ document_type: 'library_card' }, 'document_type'],
      [{ documents: [id, id] }, 'documents'],
      [{ documents: Array.from({ length: 4 }, () => newId('doc')) }, 'documents'],
      [{ documents: ['doc_1'] }, 'documents[0]'],
    ];
    for (const [fields, param] of wrong) {
      const answer = await submit(customer, fields);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', param], answer.text);
    }
    assert.equal(await kycOf(customer), 'none');
  });
});

describe("another customer's", () => {
  it('submission and document are 404, and nothing is done', async () => {
    const theirs = await service.person('customer');
    const submission = await submitted(theirs);
    const { id: document } = (await upload(theirs)).body;
    assert.deepEqual(refusal(await customer.call('GET', `/kyc/submissions/${submission.id}`)), [404, 'not_found']);
    assert.deepEqual((await customer.call('GET', '/kyc/submissions')).body.data, []);
    const { id: mine } = (await upload(customer)).body;
    for (const id of [document, submission.documents[0], newId('doc')]) {
      const answer = await submit(customer, { documents: [mine, id] });
      assert.deepEqual([...refusal(answer), answer.body.error.param], [404, 'not_found', 'documents[1]']);
    }
    assert.equal(await kycOf(customer), 'none');
    const [row] = await rows('SELECT used_at FROM kyc_documents WHERE id = $1', mine);
    assert.equal(row.used_at, null);
  });

  it('decisions are for compliance and admin alone', async () => {
    const { id } = await submitted(customer);
    const calls = [
      ['GET', ''],
      ['GET', `/${id}`],
      ['POST', `/${id}/approve`, {}],
      ['POST', `/${id}/reject`, { reason: 'no' }],
    ] as const;
    const strangers = [
      customer,
      await service.person('developer'),
      await service.person('merchant', { merchantId: shop.merchantId }),
      await service.person('operator', { role: 'support' }),
      await service.person('operator', { role: 'finance' }),
      shop,
    ];
    for (const who of strangers) {
      for (const [method, path, body] of calls) {
        const answer = await who.call(method, `/operator/kyc/submissions${path}`, body);
        assert.deepEqual(refusal(answer), [403, 'forbidden_account_type']);
      }
    }
    assert.deepEqual(refusal(await officer.call('GET', '/kyc/submissions')), [403, 'forbidden_account_type']);
    assert.equal(await kycOf(customer), 'pending');
  });
});

describe('an operator', () => {
  it('works through the queue, oldest first, and sees the identity in a single submission only', async () => {
    const waiting = [await submitted(customer), await submitted(await service.person('customer'))];
    await decide(officer, waiting[0].id, 'approve');
    const { data } = (await officer.call('GET', '/operator/kyc/submissions?status=pending&order=asc&limit=100')).body;
    const ids = data.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, [...ids].sort());
    assert.ok(ids.includes(waiting[1].id) && !ids.includes(waiting[0].id));
    for (const item of data) assert.ok(!('name' in item || 'document_number' in item || 'date_of_birth' in item));
    const { body } = await officer.call('GET', `/operator/kyc/submissions/${waiting[1].id}`);
    assert.deepEqual([body.name, body.document_number, body.kyc], [awa.name, awa.document_number, 'pending']);
    const [read] = await acts(waiting[1].id);
    assert.deepEqual([read.action, read.actor_id], ['kyc_submission.read', officer.id]);
    const live = (await officer.call('GET', '/operator/kyc/submissions?mode=live')).body.data;
    assert.deepEqual(live, []);
    const one = (await officer.call('GET', `/operator/kyc/submissions?mode=test&user=${customer.id}`)).body.data;
    assert.deepEqual(
      one.map(({ id }: { id: string }) => id),
      [waiting[0].id],
    );
  });

  it('decides once in any race: one verdict, one event, one audit entry', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await service.person('customer');
      await takenPayment(shop, { customer: who.identifier });
      const { id } = await submitted(who);
      const second = await service.person('operator', { role: 'admin' });
      const answers = await Promise.all([
        decide(officer, id, 'approve'),
        decide(at(node, second), id, 'reject'),
        decide(at(node, second), id, 'approve'),
        decide(officer, id, 'approve'),
      ]);
      const done = answers.filter(({ status }) => status === 200);
      const sent = (await eventsOf(shop, who.id)).filter(({ type }) => type === 'kyc.updated');
      assert.equal(done.length, 1);
      assert.deepEqual(
        sent.map(({ data }) => data.object.kyc),
        ['pending', done[0]!.body.kyc],
      );
      assert.equal((await acts(id)).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        assert.deepEqual(refusal(answer), [409, 'kyc_transition_not_allowed']);
      }
    }
  });

  inLongSuite("control: without the customer's lock two approve one submission", async () => {
    // Without the lock of their wallets too, which are locked beside it.
    const unlocked = withStatements(service.db, (statement) =>
      ['users_lock', 'ledger_lock'].includes(statement.name)
        ? { name: `${statement.name}_not`, text: statement.text.replace(/FOR UPDATE( OF b)?/, '') }
        : statement,
    );
    const approve = () => perform(unlocked, withDeps(decideSubmissions, 'approved', testSecrets.identityKey));
    const [world] = await rows('SELECT id FROM worlds WHERE account_id = $1', officer.id);
    const caller = { kind: 'operator', id: officer.id, world: world.id } as Command<unknown>['caller'];
    let twice = false;
    for (let round = 0; round < 20 && !twice; round++) {
      const { id } = await submitted(await service.person('customer'));
      const command = () => ({ caller, input: { id }, requestId: newId('req'), idempotency: null });
      const answers = await Promise.all([approve()(command()), approve()(command()), approve()(command())]);
      twice = answers.filter(({ refusal }) => !refusal).length > 1;
    }
    assert.ok(twice);
  });

  it('notifies those who may know, and nobody else', async () => {
    const [other, asking] = [await service.merchant(), await service.merchant()];
    await takenPayment(shop, { customer: customer.identifier });
    // A merchant who has only requested money, without an approval.
    await openPayment(asking, { customer: customer.identifier, rail: 'wallet' });
    const { id } = await submitted(customer);
    await decide(officer, id, 'reject');
    const events = (await eventsOf(shop, customer.id)).filter(({ type }) => type === 'kyc.updated');
    assert.deepEqual(
      events.map(({ data }) => [data.previous_attributes.kyc, data.object.kyc]),
      [
        ['none', 'pending'],
        ['pending', 'rejected'],
      ],
    );
    for (const stranger of [other, asking]) assert.deepEqual(await eventsOf(stranger, customer.id), []);
  });

  inLongSuite('freezes the wallets of a customer whom they reject, in the same action', async () => {
    for (const [body, reason] of [
      [{ freeze: true }, 'kyc'],
      [{ freeze: true, freeze_reason: 'fraud' }, 'fraud'],
    ] as const) {
      const who = await service.person('customer', { currencies: ['XOF', 'USD'] });
      await takenPayment(shop, { customer: who.identifier });
      const { id } = await submitted(who);
      const answer = await decide(officer, id, 'reject', { reason: 'The document is forged', ...body });
      assert.equal(answer.status, 200, answer.text);
      const wallets = await rows('SELECT id, frozen_reason FROM wallets WHERE owner_id = $1', who.id);
      assert.deepEqual(
        wallets.map((wallet) => wallet.frozen_reason),
        [reason, reason],
      );
      for (const wallet of wallets) {
        const [event] = await eventsOf(shop, wallet.id);
        assert.deepEqual([event.type, event.data.object.frozen.reason], ['wallet.frozen', reason]);
        const [act] = await acts(wallet.id);
        assert.deepEqual([act.action, act.after], ['wallet.frozen', { status: 'frozen', reason }]);
      }
      if (reason === 'fraud') continue;
      const again = (await submitted(who)).id;
      await decide(officer, again, 'reject', { reason: 'Twice forged', freeze: true, freeze_reason: 'fraud' });
      for (const wallet of wallets) {
        const act = (await acts(wallet.id)).at(-1);
        assert.deepEqual(
          [act.before, act.after],
          [
            { status: 'frozen', reason },
            { status: 'frozen', reason: 'fraud' },
          ],
        );
      }
    }
    const single = await decide(officer, (await submitted(customer)).id, 'reject', {
      reason: 'x',
      freeze_reason: 'kyc',
    });
    assert.deepEqual([...refusal(single), single.body.error.param], [400, 'validation_failed', 'freeze_reason']);
  });

  it('leaves an audit entry with the state before and after', async () => {
    const { id } = await submitted(customer);
    await decide(officer, id, 'approve', { tier: 1 });
    await decide(officer, id, 'reject', { reason: 'Reported stolen', revoke: true });
    const entries = (await acts(id)).map(({ action, before, after, reason }) => ({ action, before, after, reason }));
    const user = customer.id;
    assert.deepEqual(entries, [
      {
        action: 'kyc.approved',
        before: { status: 'pending', kyc: 'pending', tier: null },
        after: { user, status: 'approved', kyc: 'verified', tier: 1 },
        reason: null,
      },
      {
        action: 'kyc.rejected',
        before: { status: 'approved', kyc: 'verified', tier: 1 },
        after: { user, status: 'rejected', kyc: 'rejected', tier: 1 },
        reason: 'Reported stolen',
      },
    ]);
  });

  inLongSuite('cannot repeat a number or a birth date in a reason, because reasons are stored in clear', async () => {
    const { id } = await submitted(customer);
    for (const reason of ['a01234567 is no number', 'Born 1990-04-23?']) {
      const answer = await decide(officer, id, 'reject', { reason });
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'reason']);
    }
    assert.equal(await kycOf(customer), 'pending');
  });

  it('gets the first answer again for the same key', async () => {
    const { id } = await submitted(customer);
    const key = { 'idempotency-key': newId('req') };
    const first = await decide(officer, id, 'approve', {}, key);
    const again = await decide(officer, id, 'approve', {}, key);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal((await acts(id)).length, 1);
    assert.deepEqual(refusal(await decide(officer, newId('kyc'), 'approve')), [404, 'not_found']);
  });
});

it('a batch of decisions locks the wallets of all its customers in the same order as transfers', async () => {
  const customers = [customer, await service.person('customer')];
  const wallets = await Promise.all(customers.map(async (one) => (await one.call('GET', '/wallets/me')).body.id));
  const [first, last] = wallets.toSorted();
  const commands: Parameters<typeof decideSubmissions>[1] = [];
  // The customer with the last wallet comes first.
  for (const one of [last, first].map((wallet) => customers[wallets.indexOf(wallet)]!)) {
    const caller = { kind: 'operator', id: officer.id, world: 1 } as Command<unknown>['caller'];
    const input = { id: (await submitted(one)).id, reason: 'not legible' };
    commands.push({ caller, input, requestId: newId('req'), idempotency: null });
  }
  const lock = 'SELECT FROM balances WHERE wallet_id = $1 FOR UPDATE NOWAIT';
  const transfers = await service.db.pool.connect();
  try {
    await transfers.query('BEGIN');
    await transfers.query(lock, [first]);
    const decided = transaction(service.db, (tx) =>
      decideSubmissions(tx, commands, 'rejected', testSecrets.identityKey),
    );
    await until(async () => (await rows(selectWaiting)).length > 0);
    await transfers.query(lock, [last]);
    await transfers.query('COMMIT');
    assert.equal((await decided).filter((answer) => typeof answer === 'string').length, 2);
  } finally {
    transfers.release();
  }
});

it('the test helper sets a status as before; the next submission supersedes a pending one', async () => {
  const first = await submitted(customer);
  const set = (status: string) => shop.call('POST', `/test/users/${customer.id}/kyc`, { status });
  assert.equal((await set('verified')).body.kyc, 'verified');
  assert.deepEqual(refusal(await decide(officer, first.id, 'approve')), [409, 'kyc_transition_not_allowed']);
  assert.equal((await set('none')).body.kyc, 'none');
  assert.deepEqual(refusal(await decide(officer, first.id, 'reject')), [409, 'kyc_transition_not_allowed']);
  const second = await submitted(customer);
  assert.equal((await customer.call('GET', `/kyc/submissions/${first.id}`)).body.status, 'superseded');
  assert.equal((await decide(officer, second.id, 'approve')).status, 200);
});
