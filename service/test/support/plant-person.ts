import pg from 'pg';
import { newId } from '../../src/kernel/new-id.ts';
import { sealSecret } from '../../src/kernel/seal.ts';
import { sealIdentity } from '../../src/kyc/identity.ts';
import { nothingReturned } from '../../src/payments/splits/stored.ts';
import { personalTables } from '../../src/people/map.ts';
import type { DocumentStore } from '../../src/storage/document-store.ts';
import { testSecrets } from './harness.ts';
import { bulkRows } from './plant-bulk.ts';
import { escrowOf, movementsOf } from './plant-movements.ts';

/** A person whose every datum is found nowhere else. */
export type Canary = {
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly text: string;
  readonly number: string;
};

/** The texts that must not be left. Each word of the name counts. */
export const traces = ({ phone, name, email, text, number }: Canary): string[] => [
  phone.slice(1),
  ...name.split(' '),
  email,
  text,
  number,
];

export async function asSuperuser<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const selectColumns = `
  SELECT table_name AS table, column_name AS column, data_type AS type, udt_name AS udt, is_nullable = 'NO' AS needed,
         column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS filled
  FROM information_schema.columns JOIN pg_class c ON c.oid = format('public.%I', table_name)::regclass
  WHERE table_schema = 'public' AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1, ordinal_position`;
export type Column = { table: string; column: string; type: string; udt: string; needed: boolean; filled: boolean };
const readColumns = async (client: pg.Client) => (await client.query<Column>(selectColumns)).rows;

const holdsText = ({ udt }: Column) => ['text', '_text', 'json', '_json', 'jsonb', 'bytea'].includes(udt);

/** Every column of every table that can hold a text. */
export const textColumns = async (client: pg.Client) => (await readColumns(client)).filter(holdsText);

/** The columns in which a trace of the person is left, as `table.column`. */
export function findTraces(url: string, canary: Canary): Promise<string[]> {
  return asSuperuser(url, async (client) => {
    const found: string[] = [];
    for (const { table, column, udt } of await textColumns(client)) {
      const value = udt === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
      const text = `SELECT FROM ${table} WHERE ${value} ILIKE ANY ($1) LIMIT 1`;
      const { rowCount } = await client.query(text, [traces(canary).map((trace) => `%${trace}%`)]);
      if (rowCount) found.push(`${table}.${column}`);
    }
    return found;
  });
}

const standard = (udt: string): unknown =>
  ({ text: 'x', int4: 1, int8: 1, int2: 0, bool: false, timestamptz: new Date(), date: '2026-01-01', jsonb: '{}' })[
    udt
  ] ?? (udt === 'bytea' ? Buffer.from('x') : '{}');

type Values = Record<string, unknown>;

async function inserter(client: pg.Client) {
  const columns = Map.groupBy(await readColumns(client), ({ table }) => table);
  return async (table: string, values: Values) => {
    const all: Values = { ...values };
    for (const { column, udt, needed, filled } of columns.get(table)!)
      if (needed && !filled && !(column in all)) all[column] = standard(udt);
    const names = Object.keys(all);
    const marks = names.map((_, i) => `$${i + 1}`);
    const list = names.map((name) => `"${name}"`).join(', ');
    await client.query(`INSERT INTO ${table} (${list}) VALUES (${marks.join(', ')})`, Object.values(all));
  };
}

export type Planted = {
  readonly account: string;
  readonly wallet: string;
  readonly world: number;
  readonly merchant: string;
  readonly operator: string;
};

const fillEvents = `
  INSERT INTO events (world, id, type, payload, created_at)
  SELECT $1, 'evt_filler_' || i, 'x', '{"x":"' || repeat(md5(i::text), 40) || '"}', now()
  FROM generate_series(1, 1000) i`;

/** Rows about the person in every table that may hold one, with the person in every column that may. */
export async function plant(url: string, canary: Canary, about: Planted): Promise<void> {
  await asSuperuser(url, async (client) => {
    // The rows that others refer to are missing here.
    await client.query('SET session_replication_role = replica');
    // The person comes after the first slice of a walk.
    await client.query(fillEvents, [about.world]);
    const insert = await inserter(client);
    for (const [table, values] of rowsOf(canary, about)) await insert(table, values);
  });
}

/** The columns of `personalTables` that hold no trace although a person may be in them: the plant is incomplete. */
export function notPlanted(found: readonly string[]): string[] {
  return Object.entries(personalTables).flatMap(([table, map]) =>
    [...map.text, ...map.json, ...map.erase, ...map.blank]
      .map((column) => `${table}.${column}`)
      .filter((name) => !found.includes(name)),
  );
}

function rowsOf(canary: Canary, about: Planted): [string, Values][] {
  const { phone, name, email, text } = canary;
  const { account, wallet, world, merchant, operator } = about;
  const [pay, rfd, cs, inc] = [newId('pay'), newId('rfd'), newId('cs'), newId('inc')];
  const [evt, kyc, msg] = [newId('evt'), newId('kyc'), newId('msg')];
  const caseId = newId('case');
  const json = (value: unknown) => JSON.stringify(value);
  const mention = `sent by ${phone}`;
  const file = { world, resource: 'payments', format: 'csv', filters: json({ customer: phone }) };
  const said = `${text} ${name}`;
  // Another address than that of the receipts: only the account leads to it.
  const alertAddress = `${text.toLowerCase()}@alerts.example`;
  const payment = { world, currency: 'XOF', customer: phone, status: 'succeeded', succeeded_at: new Date(), fee: 0 };
  const share = { fixed: 1, basis_points: null, status: 'pending', reason: null, amount: 1, ...nothingReturned };
  const words = { reference: mention, description: said, metadata: json({ t: text }) };
  return [
    [
      'payments',
      {
        ...{ ...payment, id: pay, wallet_id: wallet, rail: 'sandbox', rail_reference: mention, reference: mention },
        ...{ rail_handle: mention, description: said, metadata: json({ who: name }), receipt_email: email },
        ...{ success_url: `https://shop.example/?q=${text}`, cancel_url: `https://shop.example/?n=${text}` },
        ...{ request: json({ key: phone }), next_action: json({ to: phone }), amount: 100, checkout_session: cs },
      },
    ],
    [
      'payments',
      {
        ...{ ...payment, id: newId('pay'), status: 'failed', succeeded_at: null, failed_at: new Date(), amount: 100 },
        ...{ wallet_id: wallet, rail: 'sandbox', failure: json({ code: 'declined', message: `${phone} declined` }) },
        split: json([{ ...share, wallet, reference: mention }]),
      },
    ],
    [
      'refunds',
      {
        ...{ world, id: rfd, payment_id: pay, amount: 1, currency: 'XOF', status: 'failed', failed_at: new Date() },
        ...{ wallet_id: wallet, rail: 'sandbox', rail_reference: mention, reference: mention, rail_handle: mention },
        ...{ metadata: json({ note: text }), customer: phone, failure: json({ message: phone }) },
      },
    ],
    [
      'payouts',
      {
        ...{ world, id: newId('pout'), status: 'canceled', wallet_id: wallet, currency: 'XOF', count: 1, amount: 1 },
        ...{ reference: mention, metadata: json({ to: phone }), request: json({ key: phone }) },
        ...{
          approval: 'rejected',
          requested_by: 'a',
          decided_by: 'b',
          decided_at: new Date(),
          rejection_reason: mention,
        },
      },
    ],
    [
      'payout_items',
      {
        ...{ world, payout_id: newId('pout'), id: newId('pit'), recipient: phone, amount: 1, fee: 0, status: 'failed' },
        ...{ failure: json({ message: phone }), rail_reference: mention, reference: mention, rail_handle: mention },
        ...{ description: said, name },
      },
    ],
    ...movementsOf({ world, wallet, phone, mention, said, metadata: json({ t: text }) }),
    ['movements', { ...words, world, id: newId('mov'), owner_id: account, legs: '[]' }],
    ...escrowOf({ world, wallet, account }),
    ...bulkRows(world, phone),
    ['checkout_attempts', { world, payment_id: pay, session_id: cs, number: 1 }],
    [
      'checkout_sessions',
      {
        ...{ world, id: cs, token: cs, url: 'https://pay.example', status: 'completed', completed_at: new Date() },
        ...{ amount: 1, currency: 'XOF', payment_id: pay, reference: mention, description: said, customer: phone },
        ...{ success_url: `https://s/${text}`, cancel_url: `https://s/${text}`, metadata: json({ t: text }) },
        ...{ fields: json({ name, note: text }), title: mention, rails: json([phone]), request: json({ key: phone }) },
      },
    ],
    [
      'payment_links',
      {
        ...{ world, id: newId('lnk'), code: newId('lnk'), currency: 'XOF', use: 'many', title: mention },
        ...{ description: mention, success_url: `https://s/${phone}`, ask: json({ a: phone }), rails: json([phone]) },
        ...{ metadata: json({ m: phone }) },
      },
    ],
    [
      'cases',
      {
        ...{ id: caseId, kind: 'outcome_unknown', record: pay, world, livemode: false, facts: json({ phone }) },
        ...{ status: 'closed', resolution: said, closed_at: new Date() },
      },
    ],
    ['case_comments', { case_id: caseId, author: operator, text: said }],
    [
      'parked_settlements',
      { id: newId('prk'), world, kind: 'payment', record_id: pay, reason: mention, resolved_at: new Date() },
    ],
    [
      'rail_incoming',
      { id: inc, rail: 'test', receipt: 'R1', payer: phone.slice(1), account_text: said, status: 'posted' },
    ],
    [
      'rail_callbacks',
      {
        ...{
          id: newId('clb'),
          rail: 'test',
          livemode: false,
          method: 'POST',
          query: `m=${phone}`,
          source: '127.0.0.1',
        },
        ...{
          headers: json({ from: phone }),
          body: Buffer.from(json({ msisdn: phone.slice(1), FirstName: name, text })),
        },
        ...{ record: pay, handle: mention, outcome: 'confirmed' },
      },
    ],
    ['rail_entries', { rail: 'test', position: 1, source: pay, kind: 'payment', phone }],
    [
      'statement_lines',
      {
        ...{ id: newId('stl'), rail: 'test', key: 'k', file: newId('stf'), kind: 'payment', state: 'booked' },
        ...{ record: pay, phone: phone.slice(1), reference: `from ${name} ${phone}` },
      },
    ],
    ['open_items', { rail: 'test', side: 'there', item: newId('stl'), result: 'waiting', reference: phone }],
    [
      'statement_files',
      {
        ...{ id: newId('stf'), rail: 'test', source: 'upload', name: `${phone}.csv`, layout: 'bank-csv' },
        ...{ status: 'receiving', problems: json([{ line: mention }]), warnings: json([{ line: mention }]) },
      },
    ],
    ['events', { world, id: evt, type: 'payment.succeeded', payload: eventOf(canary, pay) }],
    [
      'deliveries',
      {
        ...{ world, id: newId('dlv'), endpoint_id: newId('wbk'), event_id: evt, event_type: 'payment.succeeded' },
        ...{ status: 'dead', kept_until: new Date(Date.now() + 86_400_000) },
        attempts: `{"${json({ number: 1, response_body: said, error: null }).replaceAll('"', '\\"')}"}`,
      },
    ],
    [
      'idempotency_keys',
      { world, key: `k-${phone}`, status: 200, body: json({ id: pay, customer: phone, description: said }) },
    ],
    ['idempotency_keys', { world, key: pay, status: 200, body: json({ id: pay, customer: phone, description: said }) }],
    [
      'request_log',
      {
        ...{ world, id: newId('req'), method: 'POST', path: `/payments?customer=%2B${phone.slice(1)}`, status: 200 },
        ...{ idempotency_key: `k-${phone}`, request_body: json({ customer: phone, description: said }) },
        response_body: json({ id: pay, customer: phone, description: said }),
      },
    ],
    [
      'exports',
      {
        ...file,
        id: newId('exp'),
        ...{ status: 'failed', failure: json({ message: phone }), request: json({ key: phone }) },
        ...{ progress: json({ at: phone }), expires_at: new Date(Date.now() + 86_400_000) },
      },
    ],
    ['export_schedules', { ...file, id: newId('exs'), interval: 'daily' }],
    ['customer_notes', { world, id: newId('note'), phone, text: mention, author: account }],
    ['alert_addresses', { account_id: account, email: alertAddress }],
    [
      'messages',
      { id: newId('msg'), channel: 'email', recipient: alertAddress, kind: 'alert', about: 'x', status: 'sent' },
    ],
    ['payout_beneficiaries', { world, id: newId('ben'), recipient: phone, name, reference: mention }],
    [
      'payout_schedules',
      {
        ...{ world, id: newId('sch'), status: 'active', name: mention, items: json([{ recipient: phone, name }]) },
        ...{ approved_by: operator, approved_at: new Date(), run_at: '2036-01-28', due_at: '2036-01-28' },
        ...{ count: 1, amount: 5, interval: 'once', first_date: '2036-01-28', last_run: json({ at: phone }) },
      },
    ],
    [
      'kyc_submissions',
      {
        ...{ id: kyc, user_id: account, document_type: 'passport', documents: '{}', status: 'rejected', reason: said },
        ...{ decided_at: new Date(), decided_by: operator, current: false },
        identity: sealIdentity(
          { name, date_of_birth: '1990-04-23', document_number: canary.number },
          kyc,
          testSecrets.identityKey,
        ),
      },
    ],
    [
      'messages',
      {
        ...{ id: msg, channel: 'email', recipient: email, kind: 'receipt', about: pay, status: 'sent', error: mention },
        sealed: sealSecret(json({ text: said }), testSecrets.encryptionKey, msg),
      },
    ],
    ['receipt_stops', { recipient: phone, livemode: false }],
    ['rail_memory', { phone, direction: 'collect', rail: 'test' }],
    ['registration_invitations', { phone }],
    [
      'invitations',
      {
        id: newId('inv'),
        integration_id: newId('int'),
        email: `${phone}@x.example`,
        role: 'viewer',
        invited_by: operator,
      },
    ],
    ['challenges', { id: newId('ch'), sent_to: phone, purpose: 'register', method: 'sms', data: json({ name }) }],
    ['sessions', { id: newId('ses'), account_id: account, refresh_id: 'r', user_agent: text, address: '10.9.8.7' }],
    ['developers', { id: account, name }],
    ['operators', { id: account, name, role: 'support' }],
    ['api_keys', { id: newId('key'), world, last4: 'abcd', label: mention }],
    ['branches', { world, id: newId('br'), name: mention }],
    ['merchants', { id: newId('mer'), name: `Shop of ${phone}` }],
    ['integrations', { id: newId('int'), merchant_id: merchant, name: mention, slug: newId('int') }],
    [
      'webhook_endpoints',
      {
        ...{ world, id: newId('wbk'), url: `https://s/${phone}`, events: '{}', description: mention },
        metadata: json({ m: phone }),
      },
    ],
    ['tenant_throttles', { world, requests_per_second: 10_000, reason: mention, throttled_by: 'root' }],
    [
      'approvals',
      {
        ...{
          id: newId('apr'),
          kind: 'unfreeze',
          livemode: false,
          payload: json({ wallet, note: phone }),
          reason: said,
        },
        ...{ requested_by: operator, status: 'rejected', decided_by: 'other', decided_at: new Date() },
        rejection_reason: said,
      },
    ],
  ];
}

const eventOf = ({ phone, name, text }: Canary, pay: string) =>
  JSON.stringify({
    ...{ id: newId('evt'), object: 'event', type: 'payment.succeeded', api_version: 'v1', metadata: {} },
    data: {
      object: { id: pay, object: 'payment', amount: 100, customer: phone, description: text, metadata: { name } },
      previous_attributes: { description: text },
    },
  });

/** A file of a provider with the person's line and another's, and a workbook that one of the person's lines is from. */
export async function plantFiles(url: string, documents: DocumentStore, { phone, name }: Canary) {
  const [csv, xlsx] = [newId('stf'), newId('stf')];
  const bytes = { [csv]: `Ref;Payer\r\nT1;${phone} ${name}\r\nT2;Zo Ra +50937001234\r\n`, [xlsx]: 'PK packed' };
  await asSuperuser(url, async (client) => {
    await client.query('SET session_replication_role = replica');
    const insert = await inserter(client);
    for (const file of [csv, xlsx]) {
      const document = newId('stc');
      await documents.put(document, Buffer.from(bytes[file]!));
      await insert('statement_files', { id: file, rail: 'test', source: 'upload', status: 'receiving' });
      await insert('statement_chunks', { file, number: 0, document, size: bytes[file]!.length });
    }
    const line = { id: newId('stl'), rail: 'test', key: 'k2', file: xlsx, kind: 'payment', state: 'booked', phone };
    await insert('statement_lines', line);
  });
  const read = (file: string) =>
    asSuperuser(url, async (client) => {
      const text = 'SELECT document FROM statement_chunks WHERE file = $1 ORDER BY number';
      const { rows } = await client.query(text, [file]);
      const parts = await Promise.all(rows.map(({ document }) => documents.get(document)));
      return Buffer.concat(parts.map((part) => part!)).toString();
    });
  return { csv, xlsx, read };
}
