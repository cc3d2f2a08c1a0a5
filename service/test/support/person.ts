import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import type { AccountType, OperatorRole } from '../../../contract/src/route.ts';
import type { Tokens } from '../../src/access/tokens/tokens.ts';
import { createAccount, isLong } from '../../src/accounts/create-account.ts';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { type AccountRow, selectAccount, type TwoFactor } from '../../src/accounts/store.ts';
import type { Database } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { issueTokens, startSession } from '../../src/login/start-session.ts';
import { registerCustomer } from '../../src/users/register.ts';
import type { Reply, TestService } from './harness.ts';

export type TestPerson = {
  readonly id: string;
  readonly identifier: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly session: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
};

export type PersonOptions = {
  readonly livemode?: boolean;
  /** The E.164 phone of a customer or merchant, or the e-mail address of a developer or operator. */
  readonly identifier?: string;
  readonly password?: string;
  readonly twoFactor?: TwoFactor;
  /** For a merchant's person. */
  readonly merchantId?: string;
  /** For an operator. */
  readonly role?: OperatorRole;
  /** Wallets to open for a customer. */
  readonly currencies?: readonly string[];
};

/** Hashed once: few tests are about the hash. */
const passwords = createPasswords({ memoryMib: 19, passes: 2 });
const hashes = new Map<string, Promise<string>>();
/** The last four digits of a phone can control the sandbox. These have no effect there. */
let count = 100;

/** Adds a developer to an integration, in both modes, without an invitation. */
export async function joinAs(db: Database, role: DeveloperRole, integration: string, developer: string): Promise<void> {
  const text = `
    INSERT INTO memberships (integration_id, developer_id, role, live_since) VALUES ($1, $2, $3, now())
    ON CONFLICT (integration_id, developer_id) DO UPDATE SET role = $3`;
  await db.query({ name: 'test_join', text }, [integration, developer, role]);
}

/** An authenticator with unknown codes: sessions of this account count as having a second factor. */
export async function giveAuthenticator(db: Database, account: string): Promise<void> {
  const text = `UPDATE accounts SET two_factor = 'totp', totp_seed = 'x' WHERE id = $1`;
  await db.query({ name: 'test_totp', text }, [account]);
}

/** A person with an account and an open session, created without the sign-up and login calls. */
export async function makePerson(
  { db, tokens, request }: { db: Database; tokens: Tokens; request: TestService['request'] },
  type: AccountType,
  options: PersonOptions = {},
): Promise<TestPerson> {
  const hasPhone = type === 'customer' || type === 'merchant';
  const { livemode = false, password, twoFactor = 'none', role = 'admin', currencies = ['XOF'] } = options;
  const number = String(++count % 10_000).padStart(4, '0');
  const identifier = options.identifier ?? (hasPhone ? `+22177100${number}` : `${type}${number}@shop.example`);
  if (password && !hashes.has(password)) hashes.set(password, passwords.hash(password));
  const hash = password ? await hashes.get(password)! : null;
  const [account, started] = await transaction(db, async (tx) => {
    const id = await makeProfile();
    const mode = hasPhone ? livemode : null;
    const made = {
      id,
      type,
      livemode: mode,
      identifier,
      password: hash,
      passwordLong: isLong(password ?? ''),
      twoFactor,
    };
    if (!(await createAccount(tx, made))) throw new Error(`the ${type} ${identifier} exists already`);
    if (type === 'developer') await insert('INSERT INTO developers (id) VALUES ($1)', id);
    if (type === 'operator') await insert('INSERT INTO operators (id, role) VALUES ($1, $2)', id, role);
    const started = await startSession(tx, id, { address: '127.0.0.1', userAgent: 'test' });
    return [(await tx.query<AccountRow>(selectAccount, [id]))[0]!, started] as const;

    async function insert(text: string, ...values: unknown[]) {
      await tx.query({ name: text.slice(0, 60), text }, values);
    }
    async function makeProfile(): Promise<string> {
      if (type === 'developer') return newId('dev');
      if (type === 'operator') return newId('opr');
      if (type === 'merchant') {
        const id = newId('usr');
        const text = `INSERT INTO users (id, livemode, phone, type, merchant_id) VALUES ($1, $2, $3, 'merchant', $4)`;
        await insert(text, id, livemode, identifier, options.merchantId);
        return id;
      }
      const user = await registerCustomer(tx, { phone: identifier, name: null, livemode, currencies });
      if (user instanceof Refusal) throw user;
      return user.id;
    }
  });
  const { access_token: token, refresh_token: refreshToken } = JSON.parse(await issueTokens(tokens, account, started));
  return {
    id: account.id,
    identifier,
    token,
    refreshToken,
    session: started.session,
    call: (method, path, body, headers) =>
      request(method, `/api/v1${path}`, {
        key: token,
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      }),
  };
}
