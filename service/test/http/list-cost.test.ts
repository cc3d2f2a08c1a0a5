import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import type { Route } from '../../../contract/src/route.ts';
import { encodeTime } from '../../src/core/id.ts';
import { openDatabase, type Statement } from '../../src/db/database.ts';
import { openingOf } from '../../src/db/session.ts';
import { LIST_MS, MOST_READ } from '../../src/http/list.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { allRoutes, nameOf, pathOf } from '../support/contract.ts';
import { phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

/** Records of each kind, one a second; few of them have the rare values. */
const MANY = Number(process.env.LIST_RECORDS ?? 60_000);
/** Without LIST_RECORDS, only the lists of the two tables with a merchant's most records. */
const tables = process.env.LIST_RECORDS ? null : ['transfers', 'payments'];
const FIRST = Date.UTC(2026, 7, 1);
/** Each record that is read may be joined to its world once, and each of a page of 100 to some more rows. */
const BOUND = 2 * MOST_READ + 2_000;

type Recorded = { readonly statement: Statement; readonly values: readonly unknown[] };

let service: TestService;
let shop: TestMerchant;
let endpoint: string;
let people: Record<'merchant' | 'operator' | 'customer', TestPerson>;
let recorded: Recorded[] = [];
/**
 * A connection that plans each statement once, while the tables are empty, as a connection as old as the service does.
 */
let early: pg.Client;
const planned = new Map<string, string>();

before(async () => {
  service = await startTestService({ REQUEST_LOG: 'off' });
  shop = await service.merchant();
  await service.customer(phone('0001'), []);
  people = {
    merchant: await service.person('merchant', { merchantId: shop.merchantId }),
    operator: await makeOperator(service, 'admin'),
    customer: await service.person('customer', { identifier: phone('0002') }),
  };
  endpoint = newId('wbk');
  const insert = `INSERT INTO webhook_endpoints (world, id, url, events, secret) VALUES ($1, $2, 'http://127.0.0.1:9/', '{}', '')`;
  await service.db.query({ name: 'endpoint', text: insert }, [shop.world, endpoint]);
  const { query } = service.db;
  Object.assign(service.db, {
    query: (statement: Statement, values: readonly unknown[] = []) => {
      // The metrics read the backlog meanwhile, within another time.
      if (statement.withinMs === LIST_MS) recorded.push({ statement, values });
      return query(statement, values);
    },
  });
  early = new pg.Client(
    openingOf(service.url, ['enable_seqscan=off', 'enable_sort=off', 'jit=off', 'plan_cache_mode=force_generic_plan']),
  );
  await early.connect();
});
after(async () => {
  await early.end();
  await service.stop();
});

/** The common value first, then a rare one. */
const choices: Record<string, readonly (string | number)[]> = {
  currency: ['HTG', 'USD'],
  // The first has every payment, the second none.
  amount: [1, 999],
  customer: [phone('0002'), phone('0009')],
  reference: ['nobody-has-this'],
  type: ['payment.succeeded', 'transfer.succeeded', 'payment.failed'],
  payment: [newId('pay')],
  checkout_session: [newId('cs')],
  link: [newId('lnk')],
  branch: [newId('br')],
  shift: [newId('shf')],
  item: [newId('pit')],
  user: [newId('usr')],
  integration: ['of the shop', newId('int')],
  target: [newId('wal')],
  actor: [newId('opr')],
  account: [newId('usr')],
  action: ['wallet.read', 'fee.set'],
  method: ['POST', 'DELETE'],
  path: ['/payments', '/rare'],
  api_key: [newId('key')],
  error_code: ['not_found', 'rare_code'],
  idempotency_key: ['nobody-has-this'],
  owner: ['of the shop'],
};

/** Searches match the beginnings of names; the operators' tests cover them. */
const elsewhere = ['search', 'phone', 'email'];
const paging = ['limit', 'starting_after', 'ending_before', 'order'];

type Query = Record<string, string | number>;

/** Each filter of a list alone, and each pair of them. */
function queriesOf(route: Route): Query[] {
  const { properties, required = [] } = route.query as any;
  const filters = Object.keys(properties).filter(
    (name) => !paging.includes(name) && !elsewhere.includes(name) && !name.startsWith('created_at'),
  );
  const valuesOf = (name: string): readonly (string | number)[] => {
    if (name === 'status' && route.id === 'listRequestLogs') return [200, 404, 500];
    const own = name === 'integration' || name === 'owner';
    const values = own ? [name === 'owner' ? shop.merchantId : shop.integrationId] : choices[name];
    const listed = properties[name].enum ?? properties[name].anyOf?.map((one: any) => one.const);
    const known = values?.filter((value) => !listed || listed.includes(value)) ?? [];
    assert.ok(known.length > 0 || listed, `${route.id}: ${name} has no value to filter by`);
    return known.length > 0 ? known : listed;
  };
  const single = filters.flatMap((name) => valuesOf(name).map((value) => ({ [name]: value }) as Query));
  const pairs = single.flatMap((one, i) => single.slice(i + 1).map((other) => ({ ...one, ...other })));
  const all = [{}, ...single, ...pairs].filter((query) => required.every((name: string) => name in query));
  // A request for any payments names a customer or an integration.
  return route.id === 'listAnyPayments' ? all.filter((query) => 'customer' in query || 'integration' in query) : all;
}

const lists = allRoutes.filter(
  ({ query, path }) =>
    (query as any)?.properties.starting_after && (!tables || tables.some((table) => path.endsWith(`/${table}`))),
);

function call(route: Route, query: Query) {
  // The records written here lack some fields: an answer that does not match its schema is still an answer.
  const loose = (error: Error) => {
    if (!error.message.includes('does not match its schema')) throw error;
    return { status: 200, text: '', body: null, headers: new Headers() };
  };
  const kind = route.auth.includes('key') ? 'key' : (route.auth[0] as 'merchant' | 'operator' | 'customer');
  const path = pathOf(route, { wbk: endpoint, int: shop.integrationId }).slice('/api/v1'.length);
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  if (kind === 'key') return shop.call('GET', `${path}?${text}`).catch(loose);
  const acting = { 'service-integration': shop.integrationId };
  const headers = route.integration === 'required' ? acting : undefined;
  return people[kind].call('GET', `${path}?${text}`, undefined, headers).catch(loose);
}

const literal = (value: unknown) => {
  const text = utils.prepareValue(value);
  return text === null ? 'NULL' : pg.escapeLiteral(String(text));
};

/** The rows that the statement reads from tables and indexes, including rows that do not match. */
async function rowsRead({ statement, values }: Recorded): Promise<number> {
  const name = planned.get(statement.text) ?? `early_${planned.size}`;
  const execute = `EXECUTE ${name}${values.length ? `(${values.map(literal).join(', ')})` : ''}`;
  if (!planned.has(statement.text)) {
    await early.query(`PREPARE ${name} AS ${statement.text}`);
    planned.set(statement.text, name);
    await early.query(execute);
  }
  const { rows } = await early.query(`EXPLAIN (ANALYZE, TIMING off, FORMAT json) ${execute}`);
  const count = (node: any): number =>
    (/Scan/.test(node['Node Type']) && !/Subquery|CTE|Function/.test(node['Node Type'])
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum: number, child: any) => sum + count(child), 0);
  return count(rows[0]['QUERY PLAN'][0].Plan);
}

async function fill(): Promise<void> {
  const owner = openDatabase(service.url, { max: 1 });
  const id = (prefix: string) => `'${prefix}_' || base || lpad(n::text, 16, '0')`;
  const times = Array.from({ length: MANY }, (_, n) => FIRST + n * 1_000);
  // A request that is a month old is not shown.
  const recent = times.map((_, n) => Date.now() - 20 * 3_600_000 + n * 300);
  await owner.pool.query(
    `CREATE UNLOGGED TABLE moments AS
     SELECT n - 1 AS n, to_timestamp(ms / 1000.0) AS at, base, recent
     FROM unnest($1::float8[], $2::text[], $3::text[]) WITH ORDINALITY AS t (ms, base, recent, n)`,
    [times, times.map(encodeTime), recent.map(encodeTime)],
  );
  const one = (table: string, columns: string, values: string) =>
    tables && !tables.includes(table)
      ? 'SELECT'
      : `
    INSERT INTO ${table} (${columns})
    SELECT ${values} FROM moments`;
  const world = shop.world;
  const wallet = await shop.wallet('HTG');
  const rare = 'n < 3';
  const statements = [
    one(
      'transfers',
      'world, id, from_wallet, to_wallet, amount, currency, created_at',
      `${world}, ${id('trf')}, '${wallet}', '${newId('wal')}', 1, CASE WHEN ${rare} THEN 'USD' ELSE 'HTG' END, at`,
    ),
    one(
      'payments',
      'world, id, amount, currency, customer, status, fee, wallet_id, rail, created_at, updated_at, expires_at, succeeded_at, failed_at, failure, due_at',
      `${world}, ${id('pay')}, 1, CASE WHEN ${rare} THEN 'USD' ELSE 'HTG' END, CASE WHEN ${rare} THEN '${phone('0009')}' ELSE '${phone('0002')}' END,
       CASE WHEN ${rare} THEN 'failed' WHEN n < 6 THEN 'processing' ELSE 'succeeded' END, 0, '${wallet}', 'sandbox', at, at, at,
       CASE WHEN n >= 6 THEN at END, CASE WHEN ${rare} THEN at END, CASE WHEN ${rare} THEN '{"code":"customer_declined","message":"x","rail_code":null}'::jsonb END,
       CASE WHEN n BETWEEN 3 AND 5 THEN timestamptz '2999-01-01' END`,
    ),
    one(
      'refunds',
      'world, id, payment_id, amount, currency, status, wallet_id, rail, created_at, updated_at, customer, succeeded_at, due_at',
      `${world}, ${id('rfd')}, ${id('pay')}, 1, CASE WHEN ${rare} THEN 'USD' ELSE 'HTG' END, CASE WHEN ${rare} THEN 'pending' ELSE 'succeeded' END,
       '${wallet}', 'sandbox', at, at, '${phone('0002')}', CASE WHEN ${rare} THEN NULL ELSE at END, CASE WHEN ${rare} THEN timestamptz '2999-01-01' END`,
    ),
    one(
      'payouts',
      'world, id, status, wallet_id, currency, count, amount, succeeded_count, succeeded_amount, created_at, updated_at, completed_at',
      `${world}, ${id('pout')}, CASE WHEN ${rare} THEN 'canceled' ELSE 'completed' END, '${wallet}', CASE WHEN ${rare} THEN 'USD' ELSE 'HTG' END, 1, 1,
       CASE WHEN ${rare} THEN 0 ELSE 1 END, CASE WHEN ${rare} THEN 0 ELSE 1 END, at, at, CASE WHEN ${rare} THEN NULL ELSE at END`,
    ),
    one(
      'events',
      'world, id, type, payload, created_at',
      `${world}, ${id('evt')}, CASE WHEN ${rare} THEN 'payment.failed' WHEN n < 6 THEN 'transfer.succeeded' ELSE 'payment.succeeded' END,
       '{"id":"' || ${id('evt')} || '"}', at`,
    ),
    one(
      'deliveries',
      'world, id, endpoint_id, event_id, event_type, status, kept_until, next_attempt_at, created_at, updated_at',
      `${world}, ${id('dlv')}, '${endpoint}', ${id('evt')}, 'payment.succeeded',
       CASE n WHEN 0 THEN 'dead' WHEN 1 THEN 'held' WHEN 2 THEN 'pending' ELSE 'succeeded' END,
       CASE WHEN n IN (1, 2) THEN 'infinity' ELSE now() + interval '20 days' END, CASE n WHEN 2 THEN timestamptz '2999-01-01' END, at, at`,
    ),
    one(
      'request_log',
      'world, id, at, method, path, status, duration_ms, error_code',
      `${world}, 'req_' || recent || lpad(n::text, 16, '0'), now(),
       CASE WHEN ${rare} THEN 'DELETE' ELSE 'POST' END, CASE WHEN ${rare} THEN '/rare' ELSE '/payments' END,
       CASE WHEN ${rare} THEN 500 ELSE 404 END, 1, CASE WHEN ${rare} THEN 'rare_code' ELSE 'not_found' END`,
    ),
    one(
      'audit_log',
      'seq, at, actor_type, actor_id, action, target, previous, hash',
      `1000000 + n, at, 'operator', 'opr_' || n, CASE WHEN ${rare} THEN 'fee.set' ELSE 'wallet.read' END, 'wal_' || n, '', ''`,
    ),
  ];
  // Foreign keys are not checked: this halves the time.
  await owner.pool.query('SET session_replication_role = replica');
  for (const text of statements) await owner.pool.query(text);
  await owner.close();
}

it('no list reads more than its bound, with any two of its filters, whenever its plan was made', async () => {
  const all = lists.flatMap((route) => queriesOf(route).map((query) => ({ route, query })));
  for (const { route, query } of all) {
    recorded = [];
    const answer = await call(route, query);
    assert.ok([200, 404].includes(answer.status), `${nameOf(route)} ${JSON.stringify(query)}: ${answer.text}`);
    for (const one of recorded) await rowsRead(one);
  }
  await fill();
  const refused = new Set<string>();
  const expensive: string[] = [];
  for (const { route, query } of all) {
    recorded = [];
    const answer = await call(route, query);
    const name = `${nameOf(route)} ${JSON.stringify(query)}`;
    if (answer.status === 422) {
      assert.deepEqual(refusal(answer), [422, 'list_too_expensive']);
      refused.add(name);
    } else assert.ok([200, 404].includes(answer.status), `${name}: ${answer.text}`);
    for (const one of recorded) {
      const read = await rowsRead(one);
      if (read > BOUND) expensive.push(`${name}: ${read}\n${one.statement.text}`);
    }
  }
  assert.deepEqual(expensive, [], `${expensive.length} of ${all.length}`);
  // Filters with an index or with dense values are answered; nothing else of these lists is refused.
  assert.ok(refused.has('GET /transfers {"currency":"USD"}'));
  const simple = [...refused].filter((name) => / (\{\}|\{"(customer|reference)":[^,]*\})$/.test(name));
  // A customer's own list shows pending payments: here none of their many payments is pending.
  assert.deepEqual(simple, tables ? [] : ['GET /payments/mine {}']);
});

it('a refusal names a time range that one request can search, and a request for that range is answered', async () => {
  for (const [order, param, count] of [
    ['desc', 'created_at[gte]', 0],
    ['asc', 'created_at[lte]', 3],
  ] as const) {
    const path = `/transfers?currency=USD&order=${order}`;
    const refused = await shop.call('GET', path);
    assert.deepEqual([...refusal(refused), refused.body.error.param], [422, 'list_too_expensive', param]);
    const [, time] = /=(\S+?),/.exec(refused.body.error.message)!;
    const within = await shop.call('GET', `${path}&${param}=${time}`);
    assert.deepEqual([within.status, within.body.data.length, within.body.has_more], [200, count, false]);
  }
});

it('control: without the bound the same list reads every record', async () => {
  recorded = [];
  await call(allRoutes.find(({ id }) => id === 'listTransfers')!, { currency: 'USD' });
  const [{ statement, values }] = recorded as [Recorded];
  const text = statement.text.replace(`LIMIT ${MOST_READ + 1}`, '').replace(`> ${MOST_READ}`, '> 1e9');
  assert.notEqual(text, statement.text);
  assert.ok((await rowsRead({ statement: { ...statement, text }, values })) >= MANY);
});
