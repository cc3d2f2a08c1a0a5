import { Movement } from '../../../../contract/src/movements.ts';
import { type CreditLeg, type DebitLeg, type Legs, pairLegs } from '../../core/movement.ts';
import { serialiser } from '../../http/serialise.ts';
import type { MovementRow, StoredLegs } from './store.ts';

/** The legs as they are stored: debits first, each side in the order of the request. */
export const storeLegs = (asked: { debits: readonly DebitLeg[]; credits: readonly CreditLeg[] }, legs: Legs) =>
  [
    ...legs.debits.map(({ wallet, currency, amount }, i) => {
      const { sweep } = asked.debits[i]!;
      const leg = { side: 'debit' as const, wallet, currency, amount: Number(amount) };
      return sweep === null ? leg : { ...leg, sweep: Number(sweep) };
    }),
    ...legs.credits.map(({ wallet, currency, amount }, i) => {
      const leg = { side: 'credit' as const, wallet, currency, amount: Number(amount) };
      return asked.credits[i]!.amount === null ? { ...leg, remainder: true as const } : leg;
    }),
  ] satisfies StoredLegs;

export function viewMovement(row: MovementRow): Movement {
  const [debits, credits] = (['debit', 'credit'] as const).map((side) =>
    row.legs
      .filter((leg) => leg.side === side)
      .map(({ wallet, currency, amount, sweep, remainder }) => ({
        ...{ wallet, currency, amount: BigInt(amount) },
        ...{ sweep: sweep === undefined ? null : { max: BigInt(sweep) }, remainder: remainder ?? false },
      })),
  ) as [StoredView[], StoredView[]];
  return {
    id: row.id,
    object: 'movement',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: row.metadata,
    status: 'succeeded',
    debits: debits.map(({ wallet, amount, currency, sweep }) => ({ wallet, amount, currency, sweep })),
    credits: credits.map(({ wallet, amount, currency, remainder }) => ({ wallet, amount, currency, remainder })),
    postings: pairLegs({ debits, credits }),
    reverses: row.reverses,
    reference: row.reference,
    description: row.description,
  };
}

type StoredView = {
  wallet: string;
  currency: string;
  amount: bigint;
  sweep: { max: bigint } | null;
  remainder: boolean;
};

export const renderMovement = serialiser<Movement>(Movement);
