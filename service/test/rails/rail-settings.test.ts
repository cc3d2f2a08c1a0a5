import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { waitingPayment } from '../support/flows.ts';
import { becomes, startTestService, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { startTestProvider, type TestProvider } from '../support/test-provider.ts';

const KEY = 'canary-of-the-key';
const lines: string[] = [];
let service: TestService;
let second: TestService;
let at: TestProvider;
let admin: TestPerson;
let finance: TestPerson;
let made = 0;

before(async () => {
  at = await startTestProvider(KEY);
  const providers = { 'test-provider': at.provider };
  const logs = { write: (line: string) => void lines.push(line) };
  service = await startTestService(
    { LOG_LEVEL: 'info', CALLBACK_URL: 'https://pay.example' },
    undefined,
    logs,
    providers,
  );
  second = await startTestService({}, { url: service.url }, undefined, providers);
  admin = await makeOperator(service, 'admin');
  finance = await makeOperator(service, 'finance');
});
after(async () => {
  await second.stop();
  await service.stop();
  await at.close();
});

const path = '/operator/rail_settings';
const reason = 'as agreed';
const credentials = { api_user: 'user', api_key: KEY };
const slug = () => `test-gh-${++made}`;
const connection = () => ({ provider: 'test-provider', country: 'GH', currency: 'GHS', livemode: false, credentials });
const draft = (fields: object = {}) => ({ slug: slug(), ...connection(), base_url: at.url, reason, ...fields });
const add = async (fields: object = {}) => (await admin.call('POST', path, draft(fields))).body;
const refusal = ({ status, body }: { status: number; body: any }) => [
  status,
  body.error.code,
  body.error.param ?? null,
];

describe('adding a rail', () => {
  it('in test mode enables it, and never shows its credentials', async () => {
    const { status, body, text } = await admin.call('POST', path, draft({ priority: 5, minimum: 100 }));
    assert.deepEqual([status, body.status, body.priority, body.minimum, body.proposal], [201, 'enabled', 5, 100, null]);
    assert.ok(!text.includes(KEY));
    const read = await admin.call('GET', `${path}/${body.slug}`);
    assert.deepEqual({ ...read.body, callback_url: null }, body);
    assert.match(read.body.callback_url, new RegExp(`^https://pay.example/rails/${body.id}/[0-9a-f]{40}$`));
    const support = await makeOperator(service, 'support');
    assert.equal((await support.call('GET', `${path}/${body.slug}`)).body.callback_url, null);
    const listed = (await admin.call('GET', path)).body.data.find((one: any) => one.slug === body.slug);
    assert.deepEqual(listed, body);
  });

  it('refuses what the provider does not take, and names the field without its value', async () => {
    const wrong: [object, string | null][] = [
      [{ provider: 'no-such' }, 'provider'],
      [{ country: 'FR' }, 'country'],
      [{ currency: 'XOF' }, 'currency'],
      [{ base_url: 'http://provider.example' }, 'base_url'],
      [{ base_url: 'https://user:pass@provider.example' }, 'base_url'],
      [{ base_url: 'ftp://127.0.0.1' }, 'base_url'],
      [{ base_url: 'http://10.0.0.1' }, 'base_url'],
      [{ livemode: true, base_url: 'http://127.0.0.1:1' }, 'base_url'],
      [{ prefixes: ['233'], callback_sources: ['nowhere'] }, 'callback_sources'],
      [{ minimum: 200, maximum: 100 }, 'minimum'],
      [{ merchant: 'mer_01kf0q1x5hf2br8m0tq6wz3cye' }, 'merchant'],
      [{ credentials: { api_user: 'user' } }, 'credentials.api_key'],
      [{ credentials: { api_user: 'user', api_key: 'short' } }, 'credentials.api_key'],
      [{ credentials: { ...credentials, extra: KEY } }, 'credentials.extra'],
      [{ slug: 'wallet' }, 'slug'],
    ];
    for (const [fields, param] of wrong) {
      const answer = await admin.call('POST', path, draft(fields));
      assert.deepEqual(refusal(answer), [400, 'validation_failed', param], answer.text);
      assert.ok(!answer.text.includes(KEY) && !answer.text.includes('short'), answer.text);
    }
    assert.equal((await admin.call('POST', path, draft({ base_url: undefined }))).body.error.param, 'base_url');
  });

  it('never uses a slug again, also after its rail was removed', async () => {
    const rail = await add();
    const again = async () => refusal(await admin.call('POST', path, { ...draft(), slug: rail.slug }));
    assert.deepEqual(await again(), [409, 'rail_slug_used', 'slug']);
    await admin.call('POST', `${path}/${rail.slug}/pause`, { reason });
    assert.equal((await admin.call('POST', `${path}/${rail.slug}/remove`, { reason })).status, 200);
    assert.equal((await admin.call('GET', `${path}/${rail.slug}`)).status, 404);
    assert.deepEqual(await again(), [409, 'rail_slug_used', 'slug']);
    const { rows } = await service.db.pool.query(`SELECT credentials FROM rails WHERE slug = $1`, [rail.slug]);
    assert.deepEqual(rows, [{ credentials: null }]);
    await assert.rejects(service.db.pool.query(`DELETE FROM rails`), /permission denied/);
  });

  it('is for finance and admin, and reading for every operator', async () => {
    for (const role of ['support', 'compliance'] as const) {
      const person = await makeOperator(service, role);
      assert.equal((await person.call('POST', path, draft())).status, 403);
      assert.equal((await person.call('GET', path)).status, 200);
    }
    assert.equal((await finance.call('POST', path, draft())).status, 201);
  });

  it('is audited without its credentials, and not logged with them', async () => {
    const rail = await add();
    await admin.call('POST', `${path}/${rail.slug}/rotate`, { credentials, reason });
    await admin.call('POST', path, draft({ credentials: { api_key: KEY } }));
    const acts = await actsOn(service, rail.slug);
    assert.deepEqual(
      acts.map(({ action }) => action),
      ['rail.added', 'rail.connection_changed'],
    );
    const kept = await service.db.pool.query(
      `SELECT a::text AS row FROM audit_log a UNION ALL SELECT i::text FROM idempotency_keys i
       UNION ALL SELECT r::text FROM rails r UNION ALL SELECT l::text FROM request_log l`,
    );
    assert.ok(kept.rows.length > 4);
    assert.ok(!kept.rows.some(({ row }) => row.includes(KEY) || row.includes(Buffer.from(KEY).toString('hex'))));
    assert.ok(!lines.join('').includes(KEY));
  });
});

describe('a live rail', () => {
  const live = (fields: object = {}) => draft({ livemode: true, base_url: undefined, ...fields });
  const approve = (who: TestPerson, id: string) => who.call('POST', `/operator/approvals/${id}/approve`);
  const statusOf = async (name: string) => (await admin.call('GET', `${path}/${name}`)).body;

  it('is paused until a second operator approves it, and shows both', async () => {
    const { status, body } = await admin.call('POST', path, live());
    assert.deepEqual([status, body.kind, body.livemode], [202, 'rail', true]);
    const name = body.payload.rail;
    assert.equal(body.payload.base_url, 'https://live.test-provider.example');
    assert.equal((await statusOf(name)).status, 'paused');
    const resumed = await admin.call('POST', `${path}/${name}/resume`, { reason });
    assert.deepEqual(refusal(resumed), [409, 'rail_not_approved', null]);
    assert.equal((await approve(admin, body.id)).status, 403);
    assert.equal((await approve(finance, body.id)).status, 200);
    const now = await statusOf(name);
    assert.deepEqual([now.status, now.approved_by], ['enabled', [admin.id, finance.id]]);
  });

  it('keeps its connection until a second operator approves another one', async () => {
    const added = (await admin.call('POST', path, live())).body;
    await approve(finance, added.id);
    const name = added.payload.rail;
    const before = await statusOf(name);
    const change = { credentials: { api_user: 'user', api_key: 'next-key' }, reason };
    const { status, body } = await finance.call('POST', `${path}/${name}/rotate`, change);
    assert.equal(status, 202);
    const between = await statusOf(name);
    assert.equal(between.fingerprint, before.fingerprint);
    assert.equal(between.proposal.fingerprint, body.payload.fingerprint);
    assert.equal((await approve(admin, body.id)).status, 200);
    const now = await statusOf(name);
    assert.deepEqual([now.fingerprint, now.proposal, now.status], [body.payload.fingerprint, null, 'enabled']);
    assert.deepEqual(now.approved_by, [finance.id, admin.id]);
  });

  it('refuses an approval of a connection that was changed after the request', async () => {
    const added = (await admin.call('POST', path, live())).body;
    const name = added.payload.rail;
    const next = { credentials: { api_user: 'user', api_key: 'next-key' }, reason };
    const changed = (await admin.call('POST', `${path}/${name}/rotate`, next)).body;
    assert.deepEqual(refusal(await approve(finance, added.id)), [409, 'rail_changed', null]);
    assert.equal((await statusOf(name)).status, 'paused');
    assert.equal((await approve(finance, changed.id)).status, 200);
    const again = await admin.call('POST', `${path}/${name}/request_approval`, { reason });
    assert.deepEqual(refusal(again), [409, 'rail_approved', null]);
  });

  it('cannot be enabled past the approval, not even in the database', async () => {
    const added = (await admin.call('POST', path, live())).body;
    const update = `UPDATE rails SET status = 'enabled', paused_by = NULL WHERE slug = $1`;
    await assert.rejects(service.db.pool.query(update, [added.payload.rail]), /rails_live_is_approved/);
  });
});

describe('pause and resume', () => {
  it('hold new sends back on every node, and send what waits at once', async () => {
    const shop = await service.merchant();
    const rail = await add();
    await admin.call('POST', `${path}/${rail.slug}/pause`, { reason: 'maintenance' });
    await becomes(async () => (await admin.call('GET', `${path}/${rail.slug}`)).body.status_reason, 'maintenance');
    for (const { base } of [service, second]) {
      const paused = `rialto_rail_state{rail="${rail.slug}",mode="test",status="paused"} 1`;
      await until(async () => (await (await fetch(`${base}/metrics`)).text()).includes(paused));
    }
    // Test mode has no other way to the rail yet than its row.
    const { id } = await waitingPayment(shop);
    const move = `UPDATE payments SET rail = $2, status = 'pending', next_action = NULL, sent_at = NULL, asked = 0,
      due_at = now() + interval '1 h', expires_at = now() + interval '1 h' WHERE id = $1`;
    await service.db.pool.query(move, [id, rail.slug]);
    assert.ok(!at.requests.includes('POST /collections'));
    await admin.call('POST', `${path}/${rail.slug}/resume`, { reason });
    await until(async () => (await shop.call('GET', `/payments/${id}`)).body.status === 'succeeded');
    assert.equal(at.requests.filter((one) => one === 'POST /collections').length, 1);
  });

  it('a rail with open records cannot be removed', async () => {
    const shop = await service.merchant();
    const rail = await add();
    const remove = () => admin.call('POST', `${path}/${rail.slug}/remove`, { reason });
    assert.deepEqual(refusal(await remove()), [409, 'rail_in_use', null]);
    await admin.call('POST', `${path}/${rail.slug}/pause`, { reason });
    const { id } = await waitingPayment(shop);
    const move = `UPDATE payments SET rail = $2, due_at = now() + interval '1 h' WHERE id = $1`;
    await service.db.pool.query(move, [id, rail.slug]);
    const refused = await remove();
    assert.deepEqual(refusal(refused), [409, 'rail_in_use', null]);
    assert.match(refused.body.error.message, new RegExp(id));
  });
});

describe('the test of a rail', () => {
  const run = async (name: string) => (await admin.call('POST', `${path}/${name}/test`)).body;
  const results = ({ steps }: { steps: any[] }) => steps.map(({ result }) => result);

  it('fetches a token, a balance and a lookup', async () => {
    const rail = await add();
    const tested = await run(rail.slug);
    assert.deepEqual(
      results(tested),
      ['succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded'],
      JSON.stringify(tested),
    );
    assert.equal(tested.succeeded, true);
  });

  it('explains refused credentials and a wrong address in words, without a secret', async () => {
    const rail = await add({ credentials: { api_user: 'user', api_key: 'wrong-key-canary' } });
    const refused = await run(rail.slug);
    assert.deepEqual(results(refused), ['succeeded', 'failed', 'failed', 'failed', 'failed']);
    assert.match(refused.steps[1].message, /refuses the credentials \(401\)/);
    assert.ok(!JSON.stringify(refused).includes('wrong-key-canary'));
    const nowhere = await run((await add({ base_url: 'http://127.0.0.1:9' })).slug);
    assert.equal(nowhere.steps[0].result, 'failed');
    assert.match(nowhere.steps[0].message, /Nothing listens at the base URL/);
  });
});

it('the providers are listed with the fields of their credentials', async () => {
  const { data } = (await admin.call('GET', '/operator/providers')).body;
  assert.deepEqual(
    data.map(({ name, countries }: any) => [name, countries]),
    [['test-provider', { GH: ['GHS'], SN: ['XOF'] }]],
  );
  assert.deepEqual(Object.keys(data[0].credentials.properties), ['api_user', 'api_key']);
});
