import type { Me } from '../../../contract/src/me.ts';
import type { Caller, Command } from '../command.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

type MeRow = Omit<Me, 'object' | 'phone' | 'email' | 'created_at'> & { identifier: string; created_at: Date };

const selectMe: Statement = {
  name: 'me_select',
  text: `
    SELECT a.id, a.type, a.livemode, a.identifier, coalesce(u.name, d.name, o.name) AS name, a.language, u.kyc,
           CASE WHEN u.type = 'customer' THEN u.kyc_tier END AS kyc_tier, u.merchant_id AS merchant, o.role, a.two_factor, a.created_at
    FROM accounts a
    LEFT JOIN users u ON u.id = a.id LEFT JOIN developers d ON d.id = a.id LEFT JOIN operators o ON o.id = a.id
    WHERE a.id = $1`,
};

export async function readMe(db: Pick<Database, 'query'>, caller: Caller): Promise<string> {
  const [row] = await db.query<MeRow>(selectMe, [caller.id]);
  const { identifier, created_at, ...rest } = row!;
  const phone = rest.livemode === null ? null : identifier;
  const email = rest.livemode === null ? identifier : null;
  return JSON.stringify({
    object: 'account',
    phone,
    email,
    created_at: created_at.toISOString(),
    ...rest,
  } satisfies Me);
}

const updateLanguage: Statement = {
  name: 'me_update_language',
  text: `UPDATE accounts SET language = $2 WHERE id = $1`,
};
const updateName = (table: 'users' | 'developers' | 'operators'): Statement => ({
  name: `me_update_name_${table}`,
  text: `UPDATE ${table} SET name = $2, updated_at = now(), version = version + 1 WHERE id = $1 AND name IS DISTINCT FROM $2`,
});
const tables = { customer: 'users', merchant: 'users', developer: 'developers', operator: 'operators' } as const;

export async function updateOwnAccounts(
  tx: Tx,
  commands: Command<{ name?: string; language?: string }>[],
): Promise<string[]> {
  const answers: string[] = [];
  for (const { caller, input } of commands) {
    if (input.language !== undefined) await tx.query(updateLanguage, [caller.id, input.language]);
    if (input.name !== undefined) await tx.query(updateName(tables[caller.person!.type]), [caller.id, input.name]);
    answers.push(await readMe(tx, caller));
  }
  return answers;
}
