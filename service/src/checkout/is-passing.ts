import { isBusy, isUnreachable } from '../db/failure.ts';
import { GateFull } from '../db/gate.ts';

/**
 * Nothing has happened, or the outcome of COMMIT is unknown. Either way the page shows the truth when it is read again,
 * and a form that is sent again begins no second payment.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof GateFull || isBusy(error) || isUnreachable(error);
