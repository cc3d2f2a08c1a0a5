import {
  accountOf,
  type Book,
  type LedgerRefusal,
  type LimitBreach,
  limitBreach,
  type Movement,
} from '../core/ledger.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * The answer to a movement that the ledger refused, with the limit that stopped it. The remaining amount is shown only
 * for the sender's own limit. For the other side only the limit's name is shown, because anybody could otherwise probe
 * a customer's balance.
 */
export function refuseMovement(book: Book, movement: Movement, refusal: LedgerRefusal): Refusal {
  const isLimit = refusal === 'limit_exceeded' || refusal === 'kyc_required';
  const breach = isLimit ? limitBreach(book, movement) : null;
  if (breach === null) return new Refusal(refusal);
  return refuseBreach(breach, accountOf(book, movement.from).currency);
}

/** The answer to a breach of a limit. `param` names the side by default. */
export function refuseBreach(breach: LimitBreach, currency: string, param: string = breach.end): Refusal {
  const { code, end, limit, maximum, remaining } = breach;
  if (end === 'to') {
    const message =
      code === 'kyc_required'
        ? 'The owner of this wallet must verify their identity first'
        : 'The amount would exceed the balance limit of this wallet';
    return new Refusal(code, message, { param, facts: { limit } });
  }
  const message =
    code === 'kyc_required'
      ? 'You must verify your identity first'
      : `The ${limit} limit is ${maximum} ${currency}; ${remaining} is left`;
  return new Refusal(code, message, { param, facts: { limit, maximum, remaining } });
}
