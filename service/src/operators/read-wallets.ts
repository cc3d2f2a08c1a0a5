import type { listAnyEntries, listWalletsOf as route } from '../../../contract/src/operator-reads.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { recordRead } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { listWalletsOf, pageOfEntries } from '../wallets/read.ts';
import { selectWallet, type WalletRow } from '../wallets/store.ts';
import { renderWallet } from '../wallets/view.ts';
import { type PlaceRow, selectPlaces } from './posting-store.ts';

/** The wallets of an owner, once the access is in the audit log. */
export async function readWalletsOf(
  db: Database,
  caller: Caller,
  { owner, mode, ...query }: QueryOf<typeof route>,
  url: string,
  asked: Asked,
): Promise<string> {
  await recordRead(db, { caller, ...asked }, { action: 'wallet.listed', target: owner });
  return listWalletsOf(db, owner, mode && mode === 'live', query, url);
}

/** Any wallet, once the access is in the audit log. */
export async function readAnyWallet(
  db: Database,
  caller: Caller,
  { id }: { id: string },
  asked: Asked,
): Promise<string> {
  const [row] = await db.query<WalletRow>(selectWallet, [id]);
  if (!row || row.owner_type === 'system') throw new Refusal('not_found');
  await recordRead(db, { caller, ...asked }, { action: 'wallet.read', target: id });
  return renderWallet(row);
}

/** The statement of any wallet, once the access is in the audit log. System wallets are not personal data. */
export async function readAnyEntries(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listAnyEntries>,
  url: string,
  asked: Asked,
): Promise<string> {
  const [row] = await db.query<WalletRow>(selectWallet, [query.id]);
  if (!row) throw new Refusal('not_found');
  if (row.owner_type !== 'system')
    await recordRead(db, { caller, ...asked }, { action: 'wallet.statement_read', target: row.id });
  // A system wallet's statement stays without phones, because its reads are not recorded.
  if (row.owner_type === 'system') return pageOfEntries(db, query, url, null);
  const places = await db.query<PlaceRow>(selectPlaces, [[row.owner_id], row.livemode]);
  const worlds = places.map(({ world }) => world);
  return pageOfEntries(db, query, url, { worlds, may: () => true });
}
