import Type from 'typebox';
import { Closed, Id, Nullable, OneOf, Timestamp } from './fields.ts';

/** `open` until nothing is held any more; then how it ended. */
export const holdStatuses = ['open', 'captured', 'released', 'expired'] as const;
export type HoldStatus = (typeof holdStatuses)[number];

export const escrowDecisions = ['release', 'return'] as const;
export type EscrowDecision = (typeof escrowDecisions)[number];

/** The deciders of a hold, as the merchant whose money is held sees them. */
export const HoldEscrow = Closed(
  {
    deciders: Type.Array(
      Closed({
        wallet: Id('wal', 'A wallet of the decider. Its owner decides.'),
        decision: Nullable(OneOf(escrowDecisions, { description: 'The last decision; null: none yet.' })),
        decided_at: Nullable(Timestamp),
      }),
      { minItems: 2, maxItems: 2, description: 'In the order in which the hold named them.' },
    ),
    disputed: Type.Boolean({
      description:
        'true: the decisions differ. The hold then does not expire: the money stays held until the deciders agree.',
    }),
  },
  { title: 'Escrow of a hold', description: 'Two deciders end the hold together.' },
);
