import type { RailAnswer } from '../core/payment.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, from, int4, text, timestamptz } from '../db/table.ts';
import { transaction } from '../db/transaction.ts';
import { mayReturn } from '../fees/rule-on-refund.ts';
import type { Rails } from '../rails/rail.ts';
import type { AskedPayment } from './settle.ts';
import type { PaymentRow } from './store.ts';

/**
 * The payment at the next rail of its route, after the provider's certain `customer_not_found`, because the number may
 * have been ported. No other answer leads to another rail: after an unknown outcome the customer may have paid.
 *
 * A payment that a customer has seen continues as `processing`, from where a prompt may come.
 * @returns null if the payment ends with the answer
 */
export function nextCandidate(row: PaymentRow, answer: RailAnswer, rails: Rails, now: Date): PaymentRow | null {
  if (!isUnknownThere(answer)) return null;
  const route = row.route?.split(' ') ?? [];
  const rest = route.slice(route.indexOf(row.rail) + 1);
  const rail = rest.find((slug) => mayTake(rails, slug));
  if (rail === undefined) return null;
  const next = rails.get(rail)!;
  const { approvalMs } = next.capabilities().collect!;
  return {
    ...row,
    rail,
    status: row.status === 'pending' ? 'pending' : 'processing',
    next_action: null,
    fee_on_refund: mayReturn(row.price === null ? 'merchant' : 'payer', next) ? row.fee_on_refund : 'kept',
    expires_at: new Date(now.getTime() + approvalMs),
    updated_at: now,
    version: row.version + 1,
    due_at: now,
    asked: 0,
    sent_at: null,
    not_found: 0,
    rail_handle: null,
    sealed_code: null,
  };
}

const isUnknownThere = (answer: RailAnswer) =>
  answer.state === 'failed' && answer.failure.code === 'customer_not_found';

/** A one-time code is of one provider, so a rail that needs one is left out. */
function mayTake(rails: Rails, slug: string): boolean {
  const rules = rails.get(slug)?.capabilities().collect;
  return rules != null && !rules.needsCode && rails.heldBack(slug) === null;
}

const moved = arraysFrom<PaymentRow>({
  world: from(int4, ({ world }) => world),
  id: from(text, ({ id }) => id),
  rail: from(text, ({ rail }) => rail),
  status: from(text, ({ status }) => status),
  fee_on_refund: from(text, ({ fee_on_refund: rule }) => rule),
  expires_at: from(timestamptz, ({ expires_at }) => expires_at),
  updated_at: from(timestamptz, ({ updated_at }) => updated_at),
  version: from(int4, ({ version }) => version),
});

/** Only if nobody changed the payment since: a cancellation counts. */
const moveStatement: Statement = {
  name: 'payments_move_to_rail',
  text: `
    UPDATE payments p
    SET rail = n.rail, status = n.status, fee_on_refund = n.fee_on_refund, next_action = NULL,
        expires_at = n.expires_at, updated_at = n.updated_at, version = n.version, due_at = now(), asked = 0,
        sent_at = NULL, not_found = 0, rail_handle = NULL, sealed_code = NULL
    FROM (SELECT ${moved.unnest} ORDER BY world, id) AS n
    WHERE p.world = n.world AND p.id = n.id AND p.version = n.version - 1
      AND p.status NOT IN ('requires_capture', 'succeeded', 'failed')`,
};

/**
 * Moves payments to the next rail of their routes, where that is possible. A payment that changed meanwhile is asked
 * again later.
 * @returns the answers that are left to settle
 */
export async function continueElsewhere(
  db: Database,
  rails: Rails,
  asked: readonly AskedPayment[],
): Promise<readonly AskedPayment[]> {
  const unknown = asked.filter(({ answer }) => isUnknownThere(answer));
  if (unknown.length === 0) return asked;
  const now = new Date();
  const nextOf = new Map(unknown.map((one) => [one, nextCandidate(one.job, one.answer, rails, now)]));
  const rows = [...nextOf.values()].filter((row) => row !== null);
  if (rows.length === 0) return asked;
  await transaction(db, async (tx) => {
    tx.query(moveStatement, moved.of(rows));
    tx.afterCommit(() => tx.node.wake('payments'));
  });
  return asked.filter((one) => !nextOf.get(one));
}
