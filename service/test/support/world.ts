import { createAccount } from '../../src/accounts/create-account.ts';
import type { Database, Statement } from '../../src/db/database.ts';
import type { PipelinedBatch } from '../../src/db/pipeline.ts';
import { transaction } from '../../src/db/transaction.ts';
import { once } from '../../src/idempotency/once.ts';
import type { OnceOptions } from '../../src/idempotency/once-options.ts';
import { createIntegration } from '../../src/integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../../src/integrations/store.ts';
import type { Caller, Command } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import type { Answer, BatchOperation } from '../../src/kernel/operation.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { createMerchant } from '../../src/merchants/create-merchant.ts';
import { registerCustomer } from '../../src/users/register.ts';

/** A merchant's integration in test mode, in the form in which operations know their caller: for tests below HTTP. */
export async function makeCaller(db: Database): Promise<Caller> {
  const merchantId = await createMerchant(db, 'test');
  const integrationId = newId('int');
  await createIntegration(db, { merchantId, name: integrationId });
  const [world] = await db.query<WorldRow>(selectWorld, [integrationId, false]);
  const scopes: Caller['scopes'] = new Set();
  return {
    kind: 'key',
    id: newId('key'),
    world: world!.world,
    livemode: false,
    owner: { type: 'merchant', id: merchantId },
    scopes,
    person: null,
  };
}

let customers = 0;

/** A customer with an account, without a wallet yet. */
export async function makeCustomer(db: Database): Promise<Caller> {
  const phone = `+22178${1_000_000 + ++customers}`;
  const id = await transaction(db, async (tx) => {
    const user = await registerCustomer(tx, { phone, name: null, livemode: false, currencies: [] });
    if (user instanceof Refusal) throw user;
    const login = { password: null, passwordLong: false };
    await createAccount(tx, { id: user.id, type: 'customer', livemode: false, identifier: phone, ...login });
    return user.id;
  });
  const text = 'SELECT id FROM worlds WHERE account_id = $1';
  const [world] = await db.query<{ id: number }>({ name: 'test_personal_world', text }, [id]);
  return {
    kind: 'customer',
    id,
    world: world!.id,
    livemode: false,
    owner: { type: 'customer', id },
    scopes: new Set(),
    person: { id, type: 'customer', session: newId('ses'), identifier: phone, role: null },
  };
}

/** `key` is its idempotency key. The fingerprint is the input's by default. */
export function command<Input>(caller: Caller, input: Input, key?: string, fingerprint?: string): Command<Input> {
  const print = Buffer.from(fingerprint ?? JSON.stringify(input));
  return {
    caller,
    input,
    requestId: newId('req'),
    idempotency: key === undefined ? null : { key, fingerprint: print },
  };
}

/** Makes an operation into the function that one request calls, as `app.ts` does. */
export function perform<Input, Loaded = undefined>(
  db: Database,
  operation: BatchOperation<Input, Loaded>,
  options: Partial<OnceOptions<Input, Loaded>> = {},
): (command: Command<Input>) => Promise<Answer> {
  const onError = (error: unknown) => {
    throw error;
  };
  return once(db, operation, { status: 201, docBase: '', onError, ...options });
}

/** The same database with every statement passed through `edit`. Controls use it to remove a defence. */
export function withStatements(db: Database, edit: (statement: Statement) => Statement): Database {
  const editing = <T extends object>(target: T, method: string, replaced: (...args: never[]) => unknown): T =>
    new Proxy(target, {
      get: (of, key) => {
        const value = Reflect.get(of, key);
        if (key === method) return replaced;
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  const connect = async () => {
    const client = await db.connect();
    return editing(client, 'query', (query: string | PipelinedBatch) => {
      if (typeof query !== 'string') for (const one of query.pending) one.statement = edit(one.statement);
      return client.query(query as string);
    });
  };
  return { ...db, connect };
}
