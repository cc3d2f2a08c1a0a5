import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import { type TOTP, URI } from 'otpauth';
import pg from 'pg';
import { openLog } from '../../src/config/log.ts';
import { cloneDatabase } from '../support/database.ts';
import { bothWorlds } from '../support/flows.ts';
import { type Reply, startTestService, type TestService, until } from '../support/harness.ts';

/** The secrets that no log, error or database row may contain. */
const canaries = new Map<string, string>();
const canary = (name: string, value = `${name.replaceAll(' ', '_')}-${randomBytes(12).toString('hex')}`) => {
  canaries.set(name, value);
  return value;
};

let service: TestService;
const logged: string[] = [];
const errors: string[] = [];
before(async () => {
  const logs = { write: (line: string) => logged.push(line) };
  service = await startTestService({ ...bothWorlds, LOG_LEVEL: 'trace' }, undefined, logs);
});
after(() => service.stop());

const ask = async (method: string, path: string, body?: object, key?: string): Promise<Reply> => {
  const reply = await service.request(method, `/api/v1${path}`, { ...(body ? { body } : {}), ...(key ? { key } : {}) });
  if (reply.status >= 400) errors.push(reply.text);
  return reply;
};

it('secrets appear in no log, no error and no table', async () => {
  const phone = '+221770004242';
  const password = canary('password');
  const mode = 'test';
  const opened = await ask('POST', '/auth/register', { phone, password, mode });
  const { body: tokens } = await ask('POST', '/auth/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
  const access = canary('access token', tokens.access_token);
  canary('refresh token', tokens.refresh_token);
  canary('its signature', tokens.refresh_token.split('.')[2]);
  await ask('POST', '/auth/login', { phone, mode, password: canary('wrong password') });
  await ask('POST', '/auth/login', { phone, mode, pasword: canary('misspelt field') });
  await ask('POST', '/auth/login', { phone: canary('no phone'), mode, password: canary('password beside it') });
  await ask('POST', '/auth/refresh', { refresh_token: canary('no token') });
  const changed = canary('changed password');
  await ask('POST', '/auth/password/change', { current_password: password, new_password: changed }, access);

  const seeds = await ask('POST', '/auth/2fa/enable', { method: 'totp', password: changed }, access);
  canary('totp seed', seeds.body.secret);
  const code = (URI.parse(seeds.body.otpauth_url) as TOTP).generate();
  const on = await ask('POST', '/auth/2fa/confirm', { challenge: seeds.body.challenge, code }, access);
  for (const [i, recovery] of on.body.recovery_codes.entries()) canary(`recovery code ${i}`, recovery);
  const challenged = await ask('POST', '/auth/login', { phone, mode, password: changed });
  await ask('POST', '/auth/2fa/verify', {
    challenge: challenged.body.challenge,
    code: canary('wrong code', 'zq7-wrong-zq7'),
  });

  const shop = await service.merchant();
  const key = canary('API key', shop.key);
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const made = await service.request('POST', '/api/v1/webhooks', {
    key,
    body: endpoint,
    headers: { 'idempotency-key': 'once' },
  });
  canary('webhook secret', made.body.secret);
  await ask('GET', '/payments', undefined, `${key}x`);
  await ask('GET', `/nothing?api_key=${encodeURIComponent(canary('key in a URL'))}`);
  await ask('POST', '/payments', { amount: 'x' }, key);

  const metadata = { api_key: canary('key in metadata'), note: `Bearer ${canary('bearer in a note')}` };
  await ask('POST', '/payments', { amount: 100, currency: 'EUR', customer: phone, metadata }, key);
  const url = `https://user:${canary('password in a URL')}@shop.example/?token=${canary('token in a URL')}`;
  await ask('POST', '/webhooks', { url, events: ['*'] }, key);
  // The request log has the key's requests a second later.
  const logs = 'SELECT count(*)::int AS n FROM request_log';
  await until(async () => (await service.db.pool.query(logs)).rows[0].n >= 4);

  // The check finds existing values: the phone is not secret, and is in the database.
  const dump = await dumpOf(service.url);
  assert.ok(dump.includes(phone), 'the control');
  assert.ok(logged.join().includes('/api/v1/auth/2fa/verify'), 'the control of the log');
  assert.ok(dump.includes(createHash('sha256').update('').digest('hex').slice(0, 2)), 'bytes are dumped as hex');
  for (const [name, value] of canaries) {
    const places = { log: logged.join(), error: errors.join(), dump };
    for (const [place, text] of Object.entries(places)) {
      assert.ok(!text.includes(value), `the ${name} is in the ${place}`);
      const hex = Buffer.from(value).toString('hex');
      assert.ok(!text.includes(hex), `the ${name} is in the ${place} as bytes`);
    }
  }
});

/** Every row of every table, as text. */
async function dumpOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
  let dump = '';
  for (const { tablename } of tables) {
    const { rows } = await client.query(`SELECT t::text AS row FROM ${tablename} t`);
    dump += rows.map(({ row }) => row).join('\n');
  }
  await client.end();
  return dump;
}

it('a row that the database refuses appears in no log with its phone and name', async () => {
  const database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    const row = `INSERT INTO users (id, livemode, phone, name) VALUES ('usr_1', false, '+50937009999', 'Awa Ndiaye')`;
    await client.query(row);
    const error = await client.query(row).catch((refused) => refused);
    log.error({ err: error, request_id: 'req_1' }, 'a request failed');
    const again = await client.query(row.replace('usr_1', 'usr_2')).catch((refused) => refused);
    assert.match(again.detail, /\+50937009999/, 'the control');
    log.error({ err: again }, 'a request failed');
    assert.equal(lines.length, 2);
    assert.doesNotMatch(lines.join(), /50937009999|Awa|usr_2/);
    assert.match(lines.join(), /"constraint":"users_.*"error_code":"23505"/);
  } finally {
    await client.end();
    await database.drop();
  }
});
