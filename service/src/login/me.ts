import type { Me } from '../../../contract/src/me.ts';
import { currencyOfCountry } from '../core/country-currency.ts';
import { countryOf } from '../core/phone.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller, Command } from '../kernel/command.ts';

type MeRow = Omit<Me, 'object' | 'phone' | 'email' | 'home_currency' | 'created_at' | 'updated_at'> & {
  identifier: string;
  created_at: Date;
  updated_at: Date;
};

const selectMe: Statement = {
  name: 'me_select',
  text: `
    SELECT a.id, a.type, a.livemode, a.identifier, coalesce(u.name, d.name, o.name) AS name, a.language, u.kyc,
           CASE WHEN u.type = 'customer' THEN u.kyc_tier END AS kyc_tier, u.merchant_id AS merchant, o.role, a.two_factor, a.created_at,
           coalesce(u.metadata, '{}') AS metadata, coalesce(u.updated_at, d.updated_at, o.updated_at) AS updated_at,
           coalesce(u.version, d.version, o.version) AS version
    FROM accounts a
    LEFT JOIN users u ON u.id = a.id LEFT JOIN developers d ON d.id = a.id LEFT JOIN operators o ON o.id = a.id
    WHERE a.id = $1`,
};

/** The enabled currencies. */
type Enabled = { has(currency: string): boolean };

export async function readMe(db: Pick<Database, 'query'>, caller: Caller, enabled: Enabled): Promise<string> {
  const [row] = await db.query<MeRow>(selectMe, [caller.id]);
  const { identifier, created_at, updated_at, ...rest } = row!;
  const phone = rest.livemode === null ? null : identifier;
  const email = rest.livemode === null ? identifier : null;
  const currency = phone === null ? null : currencyOfCountry(countryOf(phone));
  return JSON.stringify({
    object: 'account',
    phone,
    email,
    home_currency: currency !== null && enabled.has(currency) ? currency : null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ...rest,
  } satisfies Me);
}

/** A null or unchanged value is not a change, so the version stays. */
const updateMe = (table: 'users' | 'developers' | 'operators'): Statement => ({
  name: `me_update_${table}`,
  text: `
    WITH spoken AS (UPDATE accounts SET language = $3 WHERE id = $1 AND language <> $3 RETURNING id)
    UPDATE ${table} SET name = coalesce($2, name), updated_at = now(), version = version + 1
    WHERE id = $1 AND (name IS DISTINCT FROM coalesce($2, name) OR EXISTS (SELECT FROM spoken))`,
});
const tables = { customer: 'users', merchant: 'users', developer: 'developers', operator: 'operators' } as const;

export async function updateOwnAccounts(
  tx: Tx,
  commands: Command<{ name?: string; language?: string }>[],
  enabled: Enabled,
): Promise<string[]> {
  const answers: string[] = [];
  for (const { caller, input } of commands) {
    const values = [caller.id, input.name ?? null, input.language ?? null];
    await tx.query(updateMe(tables[caller.person!.type]), values);
    answers.push(await readMe(tx, caller, enabled));
  }
  return answers;
}
