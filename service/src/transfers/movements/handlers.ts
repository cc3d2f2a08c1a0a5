import { routes } from '../../../../contract/src/routes.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly } from '../../kernel/operation.ts';
import { createMovements } from './create.ts';
import { listOwnMovements, readMovement } from './read.ts';
import { reverseTransfers } from './reverse.ts';

type MovementRoutes = 'createMovement' | 'listMovements' | 'getMovement' | 'reverseTransfer';

/** More legs than this lock many wallets, and others wait for them. */
const FEW_LEGS = 10;
const legsOf = (input: { debits: readonly unknown[]; credits: readonly unknown[] }) =>
  input.debits.length + input.credits.length;

/** The routes of movements between several wallets. */
export const createMovementHandlers = ({ db, idempotent, list }: Access): Pick<Handlers, MovementRoutes> => ({
  createMovement: idempotent(routes.createMovement, createMovements, {
    maxBatch: 50,
    isLarge: (input) => legsOf(input) > FEW_LEGS,
    rows: legsOf,
  }),
  listMovements: list(listOwnMovements),
  getMovement: (caller, query) => readMovement(db, caller, query),
  reverseTransfer: idempotent(routes.reverseTransfer, reverseTransfers, serialOnly),
});
