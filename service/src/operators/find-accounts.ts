import type { listAccounts, Account as WireAccount } from '../../../contract/src/operators.ts';
import { Account } from '../../../contract/src/operators.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import { toIdentifier } from '../people/create-account.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type AccountRow, selectAccount, selectAccountsFrom } from './store.ts';

const serialise = serialiser<WireAccount>(Account);

export function renderAccount(row: AccountRow): string {
  const { identifier, suspended_at, suspended_reason, created_at, ...rest } = row;
  const hasPhone = rest.livemode !== null;
  return serialise({
    ...rest,
    object: 'account',
    phone: hasPhone ? identifier : null,
    email: hasPhone ? null : identifier,
    suspended: suspended_at && { reason: suspended_reason, at: suspended_at.toISOString() },
    created_at: created_at.toISOString(),
  });
}

export async function readAccount(db: Database, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<AccountRow>(selectAccount, [id]);
  if (!row) throw new Refusal('not_found');
  return renderAccount(row);
}

type Query = QueryOf<typeof listAccounts>;

export async function findAccounts(db: Database, query: Query, url: string): Promise<string> {
  const identifier = readIdentifier(query);
  const page = await readPage<AccountRow>(
    db,
    {
      name: 'operators_find_accounts',
      select: selectAccountsFrom,
      prefix: 'usr',
      id: 'a.id',
      createdAt: 'a.created_at',
      where: [
        ['a.identifier = ?', identifier],
        // The unique index begins with the type.
        [
          'a.type = ANY (?::text[])',
          query.type ? [query.type] : identifier ? ['customer', 'merchant', 'developer', 'operator'] : ['customer'],
        ],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderAccount), page.hasMore);
}

function readIdentifier({ phone, email }: Query): string | undefined {
  if (phone !== undefined && email !== undefined) throw invalidField('email', 'cannot stand together with phone');
  if (email !== undefined) return toIdentifier(email);
  if (phone === undefined) return undefined;
  const identifier = toE164(phone);
  if (identifier === null) throw invalidField('phone', 'must be a phone number in international format');
  return identifier;
}
