import type { Database } from '../db/database.ts';
import { isUnreachable } from '../db/failure.ts';
import { adaptPortion } from '../db/portion.ts';
import { transaction } from '../db/transaction.ts';
import { claimHolding, holdDeliveries, putOffHolding, stopHolding } from './store.ts';

type Holding = { readonly world: number; readonly id: string; readonly closed: boolean };

/** Adapted to the duration of a slice, for all endpoints of this process. */
const portion = adaptPortion({ first: 200 });

/**
 * Holds the next deliveries of a disabled or deleted endpoint that had more than its own transaction could hold. They
 * are not sent meanwhile: only enabled endpoints get deliveries.
 * @returns 1 if there was such an endpoint, else 0
 */
export async function holdRest(db: Database, onError: (error: unknown) => void): Promise<number> {
  let claimed: Holding | undefined;
  try {
    let began = 0;
    const held = await transaction(db, async (tx) => {
      began = performance.now();
      [claimed] = await tx.query<Holding>(claimHolding);
      if (!claimed) return null;
      const { world, id, closed } = claimed;
      if (closed) return (await tx.query<{ held: number }>(holdDeliveries, [world, id, portion.size]))[0]!.held;
      tx.query(stopHolding, [world, id]);
      return 0;
    });
    if (held === null) return 0;
    portion.took(held, performance.now() - began);
    return 1;
  } catch (error) {
    if (!claimed || isUnreachable(error)) throw error;
    onError(error);
    await db.query(putOffHolding, [claimed.world, claimed.id]);
    return 1;
  }
}
