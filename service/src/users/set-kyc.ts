import type { KycStatus } from '../../../contract/src/users.ts';
import type { Tx } from '../db/transaction.ts';
import { worldsOfUser } from '../events/audience.ts';
import { type EventRequest, emitEvents, subscribersOf } from '../events/emit.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import { selectWalletsOfCustomers, updateTier } from '../wallets/store.ts';
import { lockUsers, type UserRow, updateKyc } from './store.ts';
import { renderUser } from './view.ts';

export type KycChange = {
  readonly user: string;
  readonly livemode: boolean;
  readonly status: KycStatus;
  /** With `verified`: the tier that the user gets. Default: their present tier, at least 1. */
  readonly tier?: 1 | 2;
  /** A world that always gets the event: the one that requested the change. */
  readonly world?: number;
  readonly request?: EventRequest;
};

/**
 * Sets users' KYC status, one after the other, and emits kyc.updated if it changes. A verified user has a tier above 0,
 * and keeps it while a submission for a higher tier is pending. The change is made under the locks of their wallets, so
 * that no movement is decided at the same time.
 * @returns for each the user afterwards, or the refusal
 */
export async function setKycStatuses(tx: Tx, changes: readonly KycChange[]): Promise<(UserRow | Refusal)[]> {
  const ids = changes.map((change) => change.user);
  const users = new Map((await lockCustomers(tx, ids)).map((user) => [user.id, user]));
  const results: (UserRow | Refusal)[] = [];
  for (const change of changes) {
    const before = users.get(change.user);
    if (before?.livemode !== change.livemode) {
      results.push(new Refusal('not_found'));
      continue;
    }
    const after = await setOne(tx, before, change);
    users.set(after.id, after);
    results.push(after);
  }
  return results;
}

/**
 * Locks users and then all their wallets at once. Locking them one by one would not follow the order of the ids, and
 * could deadlock with a batch of transfers between them.
 */
export async function lockCustomers(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  const users = await lockUsers(tx, ids);
  await lockWallets(tx, await selectWalletsOfCustomers(tx, ids));
  return users;
}

export async function setKycStatus(tx: Tx, change: KycChange): Promise<UserRow | Refusal> {
  return (await setKycStatuses(tx, [change]))[0]!;
}

async function setOne(tx: Tx, before: UserRow, change: KycChange): Promise<UserRow> {
  const tier = tierAfter(before, change);
  if (before.kyc === change.status && before.kyc_tier === tier) return before;
  const [row] = await tx.query<UserRow>(updateKyc, [before.id, change.status, tier]);
  tx.query(updateTier, [before.id, tier]);
  if (before.kyc !== change.status) await notifyWorlds(tx, before, row!, change);
  return row!;
}

function tierAfter({ kyc_tier: held }: UserRow, { status, tier }: KycChange): number {
  if (status === 'verified') return tier ?? Math.max(held, 1);
  return status === 'pending' ? held : 0;
}

async function notifyWorlds(tx: Tx, before: UserRow, after: UserRow, change: KycChange): Promise<void> {
  const related = await worldsOfUser(tx, after.id);
  const notified = change.world === undefined ? related : [...related, { world: change.world }];
  const worlds = [...new Set(notified.map(({ world }) => world))];
  emitEvents(
    tx,
    await subscribersOf(tx, notified),
    worlds.map((world) => ({
      world,
      livemode: change.livemode,
      type: 'kyc.updated' as const,
      at: after.updated_at,
      object: renderUser(after),
      previous: JSON.stringify({ kyc: before.kyc }),
      ...(change.request ? { request: change.request } : {}),
    })),
  );
}
