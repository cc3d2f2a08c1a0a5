import { type listNames, NameOf } from '../../../contract/src/operator-desk.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { recordRead } from '../audit/record.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';

const serialise = serialiser<NameOf>(NameOf);

type NameRow = { id: string; name: string | null; person: string | null };

/** `person`: the id of the customer, member or developer that the name tells. */
const selectNames: Statement = {
  name: 'operators_select_names',
  text: `
    SELECT id, name, NULL AS person FROM merchants WHERE id = ANY ($1::text[])
    UNION ALL SELECT id, coalesce(name, phone), id FROM users WHERE id = ANY ($1::text[])
    UNION ALL
    SELECT a.id, coalesce(d.name, o.name, a.identifier), CASE WHEN a.type = 'developer' THEN a.id END
    FROM accounts a LEFT JOIN developers d ON d.id = a.id LEFT JOIN operators o ON o.id = a.id
    WHERE a.id = ANY ($1::text[]) AND a.type IN ('developer', 'operator')
    UNION ALL SELECT id, name, NULL FROM integrations WHERE id = ANY ($1::text[])
    UNION ALL SELECT id, coalesce(label, '…' || last4), NULL FROM api_keys WHERE id = ANY ($1::text[])`,
};

type WalletNameRow = NameRow & {
  currency: string;
  is_default: boolean;
  owner_type: 'customer' | 'merchant' | 'system';
  owner_id: string;
  owner_name: string;
};

const selectWalletNames: Statement = {
  name: 'operators_select_wallet_names',
  text: `
    SELECT w.id, w.label AS name, u.id AS person, w.currency, w.is_default, w.owner_type, w.owner_id,
           coalesce(m.name, u.name, u.phone, w.owner_id) AS owner_name
    FROM wallets w LEFT JOIN merchants m ON m.id = w.owner_id LEFT JOIN users u ON u.id = w.owner_id
    WHERE w.id = ANY ($1::text[])`,
};

/** The names behind ids, once the access to people's names is in the audit log. */
export async function readNames(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listNames>,
  url: string,
  asked: Asked,
): Promise<string> {
  const ids = [...new Set(query.ids.split(','))];
  const [named, wallets] = await Promise.all([
    db.query<NameRow>(selectNames, [ids]),
    db.query<WalletNameRow>(selectWalletNames, [ids]),
  ]);
  const people = [...named, ...wallets].map(({ person }) => person).filter((person) => person !== null);
  if (people.length > 0) {
    const after = { accounts: [...new Set(people)] };
    await recordRead(db, { caller, ...asked }, { action: 'account.named', target: 'accounts', after });
  }
  const names = new Map<string, NameOf>();
  for (const { id, name } of named) names.set(id, { id, object: 'name', name, wallet: null });
  for (const { id, name, currency, is_default, ...row } of wallets) {
    const owner = { type: row.owner_type, id: row.owner_id, name: row.owner_name };
    names.set(id, { id, object: 'name', name, wallet: { currency, default: is_default, owner } });
  }
  const found = ids.map((id) => names.get(id)).filter((name) => name !== undefined);
  return renderList(url, found.map(serialise), false);
}
