import type { listAccounts, Account as WireAccount } from '../../../contract/src/operators.ts';
import { Account } from '../../../contract/src/operators.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { toIdentifier } from '../accounts/create-account.ts';
import { type AccountSearch, readSearch } from '../accounts/search.ts';
import { recordRead } from '../audit/record.ts';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import {
  type AccountStandingRow,
  isAccountFound,
  selectAccountStanding,
  selectAccountsFrom,
  selectPeopleFrom,
} from './store.ts';

const serialise = serialiser<WireAccount>(Account);

export function renderAccount(row: AccountStandingRow): string {
  const { identifier, suspended_at, suspended_reason, created_at, login = true, ...rest } = row;
  const hasPhone = rest.livemode !== null;
  return serialise({
    ...rest,
    object: 'account',
    phone: hasPhone ? identifier : null,
    email: hasPhone ? null : identifier,
    login,
    suspended: suspended_at && { reason: suspended_reason, at: suspended_at.toISOString() },
    created_at: created_at.toISOString(),
  });
}

/** An account, once the access is in the audit log. */
export async function readAccount(db: Database, caller: Caller, { id }: { id: string }, asked: Asked): Promise<string> {
  const [row] = await db.query<AccountStandingRow>(selectAccountStanding, [id]);
  if (!row) throw new Refusal('not_found');
  await recordRead(db, { caller, ...asked }, { action: 'account.read', target: id });
  return renderAccount(row);
}

type Query = QueryOf<typeof listAccounts>;

/** Accounts, once the audit log records which ones the operator found. */
export async function findAccounts(
  db: Database,
  caller: Caller,
  query: Query,
  url: string,
  asked: Asked,
  countries: readonly string[],
): Promise<string> {
  const named = namedBy(query, countries);
  const value = (by: Named['by']) => (named?.by === by ? named.value : undefined);
  const page = await readPage<AccountStandingRow>(
    db,
    {
      name: 'operators_find_accounts',
      select: named && named.by !== 'email' ? selectPeopleFrom : selectAccountsFrom,
      prefix: 'usr',
      id: 'a.id',
      createdAt: 'a.created_at',
      where: [
        ['a.id = ?', value('id')],
        ['a.identifier = ?', value('email') ?? value('phone')],
        [isAccountFound, value('phone') === undefined ? value('words') : [value('phone')]],
        // The unique index begins with the type, and so does the index of a type's ids.
        query.type || !named
          ? ['a.type = ?', query.type ?? 'customer']
          : ['a.type = ANY (?::text[])', ['customer', 'merchant', 'developer', 'operator']],
      ],
      few: named !== undefined,
    },
    query,
  );
  const accounts = page.rows.map(({ id }) => id);
  await recordRead(db, { caller, ...asked }, { action: 'account.listed', target: 'accounts', after: { accounts } });
  return renderList(url, page.rows.map(renderAccount), page.hasMore);
}

type Named = AccountSearch | { readonly by: 'phone' | 'email'; readonly value: string };

function namedBy({ phone, email, search }: Query, countries: readonly string[]): Named | undefined {
  const [first, second] = Object.entries({ phone, email, search }).filter(([, text]) => text !== undefined);
  if (first && second) throw invalidField(second[0], 'not_together', { other: first[0] });
  if (search !== undefined) return readSearch(search, countries);
  if (email !== undefined) return { by: 'email', value: toIdentifier(email) };
  if (phone === undefined) return undefined;
  const identifier = toE164(phone);
  if (identifier === null) throw invalidField('phone', 'not_phone');
  return { by: 'phone', value: identifier };
}
