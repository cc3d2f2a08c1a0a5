import type {
  Adjustment,
  ApprovalStatus,
  CashIn,
  ExceptionResolution,
  FloatChange,
  LimitChange,
  NewOperator,
  PersonRequest,
  RailConnection,
  SettlementDecision,
  SuspenseDecision,
  Unfreeze,
} from '../../../contract/src/approvals.ts';
import type { FeeChange } from '../../../contract/src/fee-changes.ts';
import type { OpeningImport } from '../../../contract/src/opening-file.ts';
import type { Statement } from '../db/database.ts';

export type ApprovalRow = {
  id: string;
  livemode: boolean | null;
  reference: string | null;
  reason: string;
  /** Null: opened by a command, and not taken on yet. */
  requested_by: string | null;
  status: ApprovalStatus;
  decided_by: string | null;
  decided_at: Date | null;
  rejection_reason: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  expires_at: Date;
} & Wanted;

/** The requested change. */
export type Wanted =
  | { kind: 'cash_in'; payload: CashIn }
  | { kind: 'adjustment'; payload: Adjustment }
  | { kind: 'operator'; payload: NewOperator }
  | { kind: 'fee'; payload: FeeChange }
  | { kind: 'limit'; payload: LimitChange }
  | { kind: 'unfreeze'; payload: Unfreeze }
  | { kind: 'rail'; payload: RailConnection }
  | { kind: 'float'; payload: FloatChange }
  | { kind: 'suspense'; payload: SuspenseDecision }
  | { kind: 'settlement'; payload: SettlementDecision }
  | { kind: 'reconciliation'; payload: ExceptionResolution }
  | { kind: 'person_export' | 'person_erasure'; payload: PersonRequest }
  | { kind: 'opening'; payload: OpeningImport };

/** An approval expires without a write. */
export const statusNow = `CASE WHEN p.status = 'pending' AND p.expires_at <= now() THEN 'expired' ELSE p.status END`;

export const selectApprovalsFrom = `
  SELECT p.id, p.kind, p.livemode, p.payload, p.reference, p.reason, p.requested_by, ${statusNow} AS status, p.decided_by,
         p.decided_at, p.rejection_reason, p.created_at, p.updated_at, p.version, p.expires_at
  FROM approvals p`;

export const selectApproval: Statement = { name: 'approvals_select', text: `${selectApprovalsFrom} WHERE p.id = $1` };

/** Later decisions wait and then see this one. Locks in the order of the ids, so that two batches never deadlock. */
export const lockApprovals: Statement = {
  name: 'approvals_lock',
  text: `${selectApprovalsFrom} WHERE p.id = ANY ($1::text[]) ORDER BY p.id FOR UPDATE OF p`,
};

/** Three days, long enough for a weekend. */
export const insertApproval: Statement = {
  name: 'approvals_insert',
  text: `
    INSERT INTO approvals (id, kind, livemode, payload, reference, reason, requested_by, created_at, updated_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now(), now() + interval '3 days')
    ON CONFLICT (livemode, kind, reference) WHERE reference IS NOT NULL AND status IN ('pending', 'approved') DO NOTHING
    RETURNING id`,
};

/** Also matches references stored in an older spelling. */
const hasReference = `
  reference = ANY (ARRAY (SELECT $3::text UNION ALL SELECT spelling FROM old_spellings WHERE reference = $3))`;

export const selectByReference: Statement = {
  name: 'approvals_select_by_reference',
  text: `
    SELECT id FROM approvals
    WHERE kind = $1 AND livemode = $2 AND ${hasReference} AND status IN ('pending', 'approved')`,
};

/** An expired approval releases its reference. */
export const expireReference: Statement = {
  name: 'approvals_expire_reference',
  text: `
    UPDATE approvals SET status = 'expired', updated_at = expires_at, version = version + 1
    WHERE kind = $1 AND livemode = $2 AND ${hasReference} AND status = 'pending' AND expires_at <= now()`,
};

export const decideApproval: Statement = {
  name: 'approvals_decide',
  text: `
    UPDATE approvals SET status = $2, decided_by = $3, decided_at = now(), rejection_reason = $4, updated_at = now(),
      version = version + 1
    WHERE id = $1`,
};

export const selectMerchantForApproval: Statement = {
  name: 'approvals_select_merchant',
  text: `SELECT id FROM merchants WHERE id = $1`,
};

/** The first of two operators takes on a request that a command opened. */
export const takeOnApproval: Statement = {
  name: 'approvals_take_on',
  text: `
    UPDATE approvals SET requested_by = $2, updated_at = now(), version = version + 1
    WHERE id = $1 AND requested_by IS NULL`,
};
