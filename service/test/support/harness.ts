import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { AccountType, Route, Scope } from '../../../contract/src/route.ts';
import { scopes as allScopes } from '../../../contract/src/route.ts';
import { routes } from '../../../contract/src/routes.ts';
import { createKey } from '../../src/access/create-key.ts';
import { openSigningKeys } from '../../src/access/tokens/signing-keys.ts';
import { createTokens } from '../../src/access/tokens/tokens.ts';
import { BACKLOG } from '../../src/boot/serve.ts';
import { createService, type ServiceOptions } from '../../src/boot/service.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/config/log.ts';
import { readSecretKeys } from '../../src/config/secret-key.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { createIntegration } from '../../src/integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../../src/integrations/store.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { createMerchant } from '../../src/merchants/create-merchant.ts';
import type { Rails } from '../../src/rails/rail.ts';
import { openSecrets } from '../../src/secrets/open.ts';
import { secretKeysOf } from '../../src/secrets/secret-keys.ts';
import type { DocumentStore } from '../../src/storage/document-store.ts';
import { openDocuments } from '../../src/storage/open.ts';
import { openTracing } from '../../src/tracing/open.ts';
import { registerCustomer } from '../../src/users/register.ts';
import type { UserRow } from '../../src/users/store.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { openDefaultWallets } from '../../src/wallets/open-default.ts';
import { cloneDatabase } from './database.ts';
import { deriveSecrets, keepDerivedKeys } from './derived-keys.ts';
import { giveAuthenticator, makePerson, type PersonOptions, type TestPerson } from './person.ts';

/** Fixed, so that several services and commands on one database use the same key. */
export const testSecretKey = 'x'.repeat(32);
export const testSecrets = deriveSecrets(testSecretKey);

export type Reply<Body = any> = { status: number; headers: Headers; text: string; body: Body };

export type TestMerchant = {
  readonly merchantId: string;
  readonly integration: string;
  /** int_… */
  readonly integrationId: string;
  readonly key: string;
  readonly world: number;
  /** Sends a request with this merchant's test key. The answer is checked against the contract. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The default test wallet in this currency, funded with this amount (minor units). */
  wallet(currency: string, amount?: bigint): Promise<string>;
  newKey(options: { scopes?: readonly Scope[]; livemode?: boolean }): Promise<{ id: string; key: string }>;
};

export type TestService = {
  readonly base: string;
  readonly db: Database;
  readonly url: string;
  /** The service's own document store. */
  readonly documents: DocumentStore;
  merchant(name?: string): Promise<TestMerchant>;
  customer(phone: string, currencies: readonly string[]): Promise<UserRow>;
  /** A logged-in person. A merchant's person needs `merchantId`. */
  person(type: AccountType, options?: PersonOptions): Promise<TestPerson>;
  request(
    method: string,
    path: string,
    options?: { key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  stop(): Promise<void>;
};

/**
 * A service on its own database, over real HTTP. `env` sets settings; `database` shares the database of another
 * service, as a second node does; `logs` receives its log lines; `providers` replaces those of rails; `rails`
 * come beside the others; the last object has options of its database and metrics.
 */
export async function startTestService(
  env: Record<string, string> = {},
  database?: { url: string },
  logs?: { write(line: string): void },
  providers?: ServiceOptions['providers'],
  rails?: Rails,
  { figuresEveryMs, ...pool }: { history?: boolean; answerMs?: number; figuresEveryMs?: number } = {},
): Promise<TestService> {
  const own = database ? null : await cloneDatabase();
  const url = database?.url ?? own!.url;
  const config = readConfig({
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    PAYOUT_PENDING_SECONDS: '0',
    FEE_QUOTE_SECONDS: '0',
    PASSWORD_MEMORY: '19',
    PASSWORD_PASSES: '2',
    // One directory for all services of a run, as nodes share it.
    DATA_DIR: join(tmpdir(), 'rialto-data'),
    ...env,
  });
  const db = openDatabase(url, { max: config.DATABASE_POOL, role: 'rialto_service', service: true, ...pool });
  const log = openLog(config.LOG_LEVEL, logs);
  // As in a database of an earlier version, so that a test can seal and hash without the database.
  const [secret, ...olds] = config.SECRET_KEY ? readSecretKeys(config) : [testSecretKey];
  const secretKeys = secretKeysOf([secret!, ...olds]);
  if (secret === testSecretKey) await keepDerivedKeys(db, testSecretKey);
  const secrets = await openSecrets(db, secretKeys).catch(async (error) => {
    await db.close();
    throw error;
  });
  const tracing = await openTracing(config, log);
  const options = { config, secrets, secretKeys, db, connectionString: url, log, tracing };
  const more = { ...(providers ? { providers } : {}), ...(rails ? { rails } : {}) };
  const figures = figuresEveryMs ? { figuresEveryMs } : {};
  const service = createService({ ...options, ...more, ...figures });
  await service.app.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG });
  const tokens = createTokens(openSigningKeys(db, secrets.encryptionKey), config.PUBLIC_URL || 'rialto');
  const { port } = service.app.server.address() as { port: number };
  const base = `http://127.0.0.1:${port}`;
  const request: TestService['request'] = async (method, path, { key, body, headers = {} } = {}) => {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytesOf(body) }),
    });
    const text = await textOf(response);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const reply = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    checkAgainstContract(method, path, reply);
    return reply;
  };
  return {
    base,
    db,
    url,
    documents: openDocuments(config, secrets),
    request,
    merchant: (name) => makeMerchant(db, request, name),
    customer: async (phone, currencies) => {
      const user = await transaction(db, (tx) =>
        registerCustomer(tx, { phone, name: null, livemode: false, currencies }),
      );
      if (user instanceof Refusal) throw user;
      return user;
    },
    person: async (type, options) => {
      const person = await makePerson({ db, tokens, request }, type, options);
      // With live money, an operator without a second factor may do nothing. A test that wants one without it passes
      // `twoFactor`.
      if (config.LIVE && type === 'operator' && !options?.twoFactor) await giveAuthenticator(db, person.id);
      return person;
    },
    stop: async () => {
      await service.stop();
      await db.close();
      await own?.drop();
    },
  };
}

async function makeMerchant(
  db: Database,
  request: TestService['request'],
  name: string = newId('int'),
): Promise<TestMerchant> {
  const merchantId = await createMerchant(db, name);
  const integrationId = await createIntegration(db, { merchantId, name });
  const worldOf = async (livemode: boolean) => (await db.query<WorldRow>(selectWorld, [name, livemode]))[0]!.world;
  const world = await worldOf(false);
  const newKey: TestMerchant['newKey'] = async ({ scopes = allScopes, livemode = false }) =>
    createKey(db, { world: await worldOf(livemode), livemode, scopes }, testSecrets.pepper);
  const { key } = await newKey({});
  return {
    merchantId,
    integration: name,
    integrationId,
    key,
    world,
    newKey,
    call: (method, path, body, headers) =>
      request(method, `/api/v1${path}`, {
        key,
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      }),
    wallet: (currency, amount = 0n) =>
      transaction(db, async (tx) => {
        const owner = { ownerId: merchantId, livemode: false, currency };
        const wallet = (await openDefaultWallets(tx, 'merchant', [owner]))(owner);
        if (amount > 0n) await fundWallets(tx, [{ wallet, amount, source: newId('req') }]);
        return wallet;
      }),
  };
}

const ajv = new Ajv({ allErrors: true, strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const validators = Object.values<Route>(routes).map((route) => ({
  route,
  pattern: new RegExp(`^/api/v1${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Checks every successful answer in any test against the schema of its route. */
function checkAgainstContract(method: string, path: string, reply: Reply): void {
  const bare = path.split('?')[0]!;
  // `/wallets/me` comes before `/wallets/{id}`: the route without parameters is the one that answers.
  const candidates = validators.filter(({ route, pattern }) => route.method === method && pattern.test(bare));
  const found = candidates.find(({ route }) => !route.path.includes('{')) ?? candidates[0];
  if (!found || reply.status >= 300) return;
  const { accepted, dryRun } = found.route;
  const other = reply.status === 202 ? accepted : reply.status === 200 ? dryRun : undefined;
  if (other) {
    if (!ajv.validate(other.schema, reply.body)) throw new Error(`${method} ${path}: ${ajv.errorsText()}`);
    return;
  }
  if (reply.status !== found.route.ok.status) throw new Error(`${method} ${path} answered ${reply.status}`);
  if (found.route.ok.csv && reply.headers.get('content-type')?.startsWith('text/csv')) return;
  // Compiled at first use (and cached by Ajv): compiling all of them takes half a second.
  if (found.route.ok.schema && !ajv.validate(found.route.ok.schema, reply.body)) {
    throw new Error(`${method} ${path} does not match its schema: ${ajv.errorsText()}\n${reply.text}`);
  }
}

/** An event stream does not end: reading its head is enough. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

/** Strings and bytes unchanged, anything else as JSON. */
function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/**
 * Polls until `look` returns a truthy value, for at most `seconds`. Success ends the wait at once, so a limit of a
 * minute costs nothing. A machine that runs sixteen other programs has needed most of it.
 */
export async function until<T>(poll: () => Promise<T | null | undefined | false>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await poll();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`nothing after ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Polls until `look` returns `expected`. If it never does, the test fails with the last value, and shows `at` beside
 * it.
 */
export async function becomes<T>(poll: () => T | Promise<T>, expected: T, at = ''): Promise<void> {
  let last: T | undefined;
  const fits = async () => {
    last = await poll();
    return isDeepStrictEqual(last, expected);
  };
  await until(fits).catch(() => assert.deepEqual({ at, last }, { at, last: expected }));
}
