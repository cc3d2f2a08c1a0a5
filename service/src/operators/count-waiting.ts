import { approvalKinds, deciders } from '../../../contract/src/approvals.ts';
import { getKycReview } from '../../../contract/src/kyc.ts';
import { MOST_WAITING, WaitingCounts } from '../../../contract/src/operator-desk.ts';
import { rights } from '../../../contract/src/operators.ts';
import type { OperatorRole } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';

const serialise = serialiser<WaitingCounts>(WaitingCounts);

/** Each count ends at a bound, and reads an index of what waits. $1: the kinds to decide, $2: the operator. */
const countWaiting: Statement = {
  name: 'operators_count_waiting',
  text: `
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM kyc_submissions WHERE status = 'pending' LIMIT ${MOST_WAITING}) q) AS kyc,
      (SELECT count(*)::int FROM (
        SELECT FROM approvals
        WHERE status = 'pending' AND expires_at > now() AND kind = ANY ($1::text[]) AND requested_by IS DISTINCT FROM $2
        LIMIT ${MOST_WAITING}) q) AS approvals,
      (SELECT count(*)::int FROM (SELECT FROM cases WHERE status = 'open' LIMIT ${MOST_WAITING}) q) AS cases`,
};

/** Counts the items that wait for this operator. An operator cannot decide their own request. */
export async function readWaiting(db: Database, caller: Caller): Promise<string> {
  const { role } = caller.person!;
  const isIn = (roles: readonly OperatorRole[] | undefined) => roles?.includes(role!) ?? false;
  const kinds = approvalKinds.filter((kind) => isIn(deciders[kind]));
  const [row] = await db.query<{ kyc: number; approvals: number; cases: number }>(countWaiting, [kinds, caller.id]);
  const { kyc, approvals, cases } = row!;
  return serialise({
    object: 'waiting_counts',
    kyc: isIn(getKycReview.roles) ? kyc : null,
    approvals: isIn(rights.approvals) ? approvals : null,
    cases: isIn(rights.cases) ? cases : null,
  });
}
