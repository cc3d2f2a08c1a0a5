import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { findRecords } from '../../src/dashboard/search.ts';
import type { Database, Statement } from '../../src/db/database.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { openPayment, paidPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';
import { openPayout } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';
import { joinAs } from '../support/person.ts';
import { closeReceivers, subscribe } from '../support/webhook-flows.ts';

let service: TestService;
let admin: TestPerson;
let owner: pg.Client;
before(async () => {
  service = await startTestService({ REGISTRATION_COUNTRIES: 'HT,SN' });
  admin = await service.person('operator', { role: 'admin' });
  owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
});
after(async () => {
  closeReceivers();
  await owner?.end();
  await service?.stop();
});

const ids = async (path: string, text: string): Promise<string[]> => {
  const { status, body, text: raw } = await admin.call('GET', `${path}?search=${encodeURIComponent(text)}&limit=100`);
  assert.equal(status, 200, raw);
  return body.data.map(({ id }: any) => id);
};
const accounts = (text: string) => ids('/operator/accounts', text);
const merchants = (text: string) => ids('/operator/merchants', text);

describe('an operator finds a person', () => {
  const names = ['Émile Ñandu', 'Иван Жуков', 'Jean-Pierre Désir', 'Awa Ndiaye', 'ŁUKASZ İNCİ'];
  const people: string[] = [];
  before(async () => {
    for (const [i, name] of names.entries()) {
      const { id } = await service.customer(`+5093700123${i}`, ['XOF']);
      await owner.query('UPDATE users SET name = $2 WHERE id = $1', [id, name]);
      people.push(id);
    }
  });

  it('by words of a name, in any case, accents and composition', async () => {
    for (const [text, at] of [
      ['Émile', 0],
      ['émile'.normalize('NFD'), 0],
      ['EMILE', 0],
      ['ÑANDU', 0],
      ['nandu emile', 0],
      ['Иван', 1],
      ['ИВАН', 1],
      ['жук', 1],
      ['pierre', 2],
      ['jean-pierre', 2],
      ['desir', 2],
      ['ndia', 3],
      ['\u00a0AWA  ndiaye ', 3],
      ['lukasz inci', 4],
    ] as const)
      assert.deepEqual(await accounts(text), [people[at]], text);
  });

  it('who has no login, and says so', async () => {
    const { body } = await admin.call('GET', `/operator/accounts/${people[0]}`);
    assert.deepEqual([body.name, body.login, body.two_factor], ['Émile Ñandu', false, 'none']);
    const byPhone = await admin.call('GET', `/operator/accounts?phone=${encodeURIComponent('+50937001230')}`);
    assert.deepEqual(
      byPhone.body.data.map(({ id }: any) => id),
      [people[0]],
    );
    const suspended = await admin.call('POST', `/operator/accounts/${people[0]}/suspend`, { reason: 'none' });
    assert.equal(suspended.status, 404);
    const signedUp = await service.person('customer');
    assert.equal((await admin.call('GET', `/operator/accounts/${signedUp.id}`)).body.login, true);
  });

  it('by a phone with its plus and without, after 00, in national form, and by its beginning', async () => {
    for (const text of [
      '+50937001230',
      '50937001230',
      '0050937001230',
      '37001230',
      '3700 1230',
      '+509 (37) 00-1230',
      '\u202a+509 37 00 1230\u202c',
    ])
      assert.deepEqual(await accounts(text), [people[0]], text);
    for (const text of ['+5093700123', '5093700123', '3700123'])
      assert.deepEqual((await accounts(text)).sort(), [...people].sort(), text);
  });

  it('by the beginning of an e-mail address', async () => {
    assert.deepEqual(await accounts(admin.identifier), [admin.id]);
    assert.ok((await accounts(admin.identifier.slice(0, -4).toUpperCase())).includes(admin.id));
  });

  it('and nobody else: the control', async () => {
    for (const text of ['Emilie', 'ivan', '37001239', 'pierrot', '%%', '_____', "'':*"])
      assert.deepEqual(await accounts(text), [], text);
  });
});

describe('an operator finds a merchant', () => {
  it('by words of its name and by a phone or name of its people', async () => {
    const shop = await service.merchant('Café Ñandú');
    const person = await service.person('merchant', { merchantId: shop.merchantId });
    await owner.query('UPDATE users SET name = $2 WHERE id = $1', [person.id, 'Ольга']);
    for (const text of [
      'cafe',
      'NANDU',
      'Café'.normalize('NFD'),
      'ольга',
      person.identifier,
      person.identifier.slice(1),
    ])
      assert.ok((await merchants(text)).includes(shop.merchantId), text);
    assert.deepEqual(await merchants('caffe'), []);
  });
});

describe('a merchant finds a record', () => {
  let shop: TestMerchant;
  let viewer: TestPerson;
  before(async () => {
    shop = await service.merchant();
    viewer = await service.person('developer');
    await joinAs(service.db, 'viewer', shop.integrationId, viewer.id);
  });
  const find = async (q: string) =>
    (
      await viewer.call('GET', `/search?q=${encodeURIComponent(q)}`, undefined, {
        'Service-Integration': shop.integrationId,
      })
    ).body.data.map(({ id }: any) => id);

  it('by its reference or a part of it, in any case and spelling', async () => {
    const { id } = await openPayment(shop, { reference: 'FACTURÉ 2026-0042' });
    for (const q of ['FACTURÉ 2026-0042', 'facturé 2026', 'Facturé'.normalize('NFD'), ' facturé\u00a02026 '])
      assert.deepEqual(await find(q), [id], q);
    assert.deepEqual(await find('acturé'), [id]);
    assert.deepEqual(await find('acturx'), []);
  });

  it('of those that the role may read: an accountant reads no events, webhooks and requests', async () => {
    const accountant = await memberOf(service, shop, 'accountant');
    const builder = await memberOf(service, shop, 'viewer');
    const { endpoint } = await subscribe(shop);
    const { id } = await paidPayment(shop);
    const newest = (path: string) => until(async () => (await builder.call('GET', path)).body.data[0]?.id);
    const [event, request] = [await newest('/events'), await newest('/request_logs')];
    // Asked at once, so that a shared answer would be noticed.
    for (const q of [endpoint.id, event, request]) {
      const asked = [builder, accountant, builder].map((one) => one.call('GET', `/search?q=${q}`));
      const found = (await Promise.all(asked)).map(({ body }) => body.data.length);
      assert.deepEqual(found, [1, 0, 1], q);
    }
    assert.equal((await accountant.call('GET', `/search?q=${id}`)).body.data.length, 1, 'the control');
    const of = async (who: TestPerson) =>
      (await who.call('GET', `/payments/${id}/timeline`)).body.data.flatMap((one: any) => one.event?.deliveries ?? []);
    await until(async () => (await of(builder)).length > 0);
    assert.deepEqual(await of(accountant), []);
  });

  it('although another meaning takes too long', async () => {
    const made = await openPayment(shop, { reference: 'SLOW-7731' });
    const asked: string[] = [];
    const query = (statement: Statement, values?: unknown[]) => {
      asked.push(statement.name);
      if (!/_(?:part|name)$/.test(statement.name) || statement.name === 'search_pay_part')
        return service.db.query(statement, values);
      return service.db.query({ name: 'test_slow', text: 'SELECT pg_sleep(9)', withinMs: 20 });
    };
    const db: Database = Object.assign(Object.create(service.db), { query });
    const caller: Caller = {
      ...{ kind: 'developer', id: viewer.id, world: shop.world, livemode: false, scopes: new Set(), person: null },
      owner: { type: 'merchant', id: shop.merchantId },
    };
    const found = async (q: string) => JSON.parse(await findRecords(db, caller, q, '/search', new Map())).data;
    assert.deepEqual(
      (await found('low-7731')).map(({ id }: any) => id),
      [made.id],
    );
    assert.ok(asked.includes('search_rfd_part') && asked.includes('search_lnk_part'), asked.join());
  });

  it('without a look at parts of texts where enough was found', async () => {
    const part = 'enough-';
    for (let i = 0; i < 10; i++) await openPayment(shop, { reference: `${part}${i}` });
    const inner = await openPayment(shop, { reference: `more than ${part}` });
    assert.ok((await find(part)).includes(inner.id));
    await shop.wallet('XOF', 1_000n);
    const items = [{ recipient: '+50937001234', amount: 1 }];
    for (let i = 0; i < 10; i++) await openPayout(shop, items, { reference: `${part}${i}` });
    assert.deepEqual([(await find(part)).length, (await find(part)).includes(inner.id)], [20, false]);
  });

  it('by the phone of a customer, in international and national form', async () => {
    const { id } = await openPayment(shop, { customer: '+50937009876' });
    for (const q of ['+50937009876', '50937009876', '0050937009876', '37009876', '3700-9876']) {
      const [customer, ...payments] = await find(q);
      assert.match(customer!, /^cus_/, q);
      assert.deepEqual(payments, [id], q);
    }
    assert.deepEqual(await find('37009877'), []);
  });
});

describe('the cost of a search depends on its matches', () => {
  const MANY = 60_000;
  before(async () => {
    await owner.query(
      `INSERT INTO users (id, livemode, phone, name)
       SELECT 'usr_' || lpad(i::text, 26, '0'), true, '+22177' || lpad(i::text, 7, '0'),
              CASE WHEN i % 2 = 0 THEN 'Moussa Ba' ELSE 'Fatou Sow' END FROM generate_series(1, $1::int) i`,
      [MANY],
    );
    await owner.query('ANALYZE users');
  });

  it('at most a thousand people of one name are read', async () => {
    assert.equal((await accounts('moussa')).length, 100);
    assert.deepEqual(await plansOf('moussa'), ['developers_words', 'operators_words', 'users_words']);
    assert.ok((await rowsRead('moussa')) <= 2_000);
  });

  it('control: without the bound it reads all of them', async () => {
    assert.ok((await rowsRead('moussa', (text) => text.replaceAll(/LIMIT \d+/g, ''))) >= MANY / 2);
  });
});

async function explain(texts: readonly string[], change: (text: string) => string): Promise<any> {
  const { isAccountFound } = await import('../../src/operators/store.ts');
  const [, inner] = /ARRAY \(([\s\S]*)\)\)\s*$/.exec(isAccountFound)!;
  await owner.query('SET enable_seqscan = off; SET enable_sort = off');
  const text = change(inner!.replace('?', '$1'));
  const { rows } = await owner.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [texts]);
  return rows[0]['QUERY PLAN'];
}

const plansOf = async (text: string): Promise<string[]> => {
  const plan = JSON.stringify(await explain([text], (one) => one));
  return [...new Set([...plan.matchAll(/"Index Name":"(\w+_words)"/g)].map(([, name]) => name!))].sort();
};
/** The rows of users that are read from the table itself. */
async function rowsRead(text: string, change = (one: string) => one): Promise<number> {
  const nodes: any[] = [];
  const walk = (node: any) => {
    nodes.push(node);
    node.Plans?.forEach(walk);
  };
  walk((await explain([text], change))[0].Plan);
  return nodes
    .filter((node) => node['Relation Name'] === 'users')
    .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
}
