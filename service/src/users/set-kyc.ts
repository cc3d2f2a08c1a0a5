import type { KycStatus } from '../../../contract/src/users.ts';
import type { Tx } from '../db/transaction.ts';
import { worldsOfUser } from '../events/audience.ts';
import { emitEvents, subscribersOf } from '../events/emit.ts';
import { Refusal } from '../refusal.ts';
import { lockUsers, type UserRow, updateKyc } from './store.ts';
import { renderUser } from './view.ts';

export type KycChange = {
  readonly user: string;
  readonly livemode: boolean;
  readonly status: KycStatus;
  /** With `verified`: the tier that the user is raised to. Default: the one they have, at least 1. */
  readonly tier?: 1 | 2;
  /** A world that is told in any case: the one that asked for the change. */
  readonly world?: number;
  readonly request?: { readonly id: string; readonly idempotencyKey: string | null };
};

/** Sets a user's KYC status and emits kyc.updated where that changes it. */
export async function setKyc(tx: Tx, change: KycChange): Promise<UserRow | Refusal> {
  const [before] = await lockUsers(tx, [change.user]);
  if (before?.livemode !== change.livemode) return new Refusal('not_found');
  if (before.kyc === change.status) return before;
  const [row] = await tx.query<UserRow>(updateKyc, [change.user, change.status]);
  const related = (await worldsOfUser(tx, change.user)).map((one) => one.world);
  const worlds = [...new Set([...related, ...(change.world === undefined ? [] : [change.world])])];
  emitEvents(
    tx,
    await subscribersOf(tx, worlds),
    worlds.map((world) => ({
      world,
      livemode: change.livemode,
      type: 'kyc.updated' as const,
      at: row!.updated_at,
      object: renderUser(row!),
      previous: JSON.stringify({ kyc: before.kyc }),
      ...(change.request ? { request: change.request } : {}),
    })),
  );
  return row!;
}
