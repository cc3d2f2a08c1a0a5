import { Posting } from '../../../contract/src/operator-reads.ts';
import { encodeTime, entryId, entryPosition, type Id } from '../core/id.ts';
import { payoutBoundsOf } from '../core/payout.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { serialiser } from '../http/serialise.ts';
import { Refusal } from '../kernel/refusal.ts';
import { selectWalletsById, type WalletRow } from '../wallets/store.ts';
import { timeOfPosition } from '../wallets/view.ts';
import {
  type CauseRow,
  type PlaceRow,
  type PostingRow,
  selectCause,
  selectItemCause,
  selectPlaces,
  selectPosting,
  selectRelated,
  selectTold,
  type ToldRow,
} from './posting-store.ts';

const serialise = serialiser<Posting>(Posting);

/** Nodes' clocks differ, and a busy batch takes a while. */
const SLACK_MS = 3_000;

const objects = { trf: 'transfer', pay: 'payment', rfd: 'refund', pit: 'payout_item', apr: 'approval' } as const;
const objectOf = (source: string) => objects[source.split('_')[0] as keyof typeof objects] ?? 'request';

/** A posting with both wallets, its cause, the other postings of that cause, and the events that reported it. */
export async function readPosting(db: Database, { id }: { id: string }): Promise<string> {
  const rows = await db.query<PostingRow>(selectPosting, [entryPosition(id as Id<'ent'>), id.slice(-12)]);
  const row = rows.find(({ position, source }) => entryId(position, source) === id);
  if (!row) throw new Refusal('not_found');
  const wallets = await transaction(db, (tx) => selectWalletsById(tx, [row.debit_wallet, row.credit_wallet]));
  const owners = wallets.filter((wallet) => wallet.owner_type !== 'system').map((wallet) => wallet.owner_id);
  const places = await db.query<PlaceRow>(selectPlaces, [owners, row.livemode]);
  const [cause, related] = await Promise.all([
    findCause(db, row.source, places),
    db.query<{ position: bigint; source: string }>(selectRelated, [
      wallets.map((wallet) => wallet.id),
      row.position,
      row.source,
    ]),
  ]);
  const events = await findEvents(db, row, cause, places);
  const ownerOfWorld = (world: number | null | undefined) => places.find((place) => place.world === world);
  const walletOf = (wallet: string) => wallets.find((one) => one.id === wallet)!;
  return serialise({
    id,
    object: 'posting',
    livemode: row.livemode,
    created_at: timeOfPosition(row.position).toISOString(),
    kind: row.kind,
    amount: row.amount,
    currency: row.currency,
    debit: side(walletOf(row.debit_wallet), row.debit_balance),
    credit: side(walletOf(row.credit_wallet), row.credit_balance),
    cause: {
      object: objectOf(row.source),
      id: row.source,
      status: cause?.status ?? null,
      reference: cause?.reference ?? null,
      integration: ownerOfWorld(cause?.world)?.integration ?? null,
      merchant: ownerOfWorld(cause?.world)?.merchant ?? null,
      payment: cause?.payment ?? null,
      payout: cause?.payout ?? null,
      requested_by: cause?.requested_by ?? null,
      decided_by: cause?.decided_by ?? null,
    },
    related: related
      .filter((other) => other.position !== row.position)
      .map((other) => entryId(other.position, other.source)),
    events: events.map(({ world, id, type, created_at }) => ({
      id,
      type,
      integration: ownerOfWorld(world)?.integration ?? null,
      created_at: created_at.toISOString(),
    })),
  });
}

const side = ({ id, owner_type: type, owner_id }: WalletRow, balance: bigint) => ({
  wallet: id,
  owner: { type, id: owner_id },
  balance_after: balance,
});

async function findCause(db: Database, source: string, places: readonly PlaceRow[]): Promise<CauseRow | undefined> {
  const prefix = source.split('_')[0]!;
  const worlds = places.map(({ world }) => world);
  if (prefix === 'pit') {
    const bounds = payoutBoundsOf(source as Id<'pit'>);
    return (await db.query<CauseRow>(selectItemCause, [worlds, source, ...bounds]))[0];
  }
  const statement = selectCause[prefix];
  return statement && (await db.query<CauseRow>(statement, [worlds, source]))[0];
}

function findEvents(
  db: Database,
  { position, source }: PostingRow,
  cause: CauseRow | undefined,
  places: readonly PlaceRow[],
): Promise<ToldRow[]> {
  const ms = (cause?.told_at ?? timeOfPosition(position)).getTime();
  const bounds = [`evt_${encodeTime(ms - SLACK_MS)}`, `evt_${encodeTime(ms + SLACK_MS)}`];
  const worlds = places.filter(({ integration }) => integration !== null).map(({ world }) => world);
  return db.query(selectTold, [worlds, ...bounds, cause?.payout ?? source]);
}
