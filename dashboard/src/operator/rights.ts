import type { ApprovalKind } from '../../../contract/src/approvals.ts';
import type { rights as contractRights } from '../../../contract/src/operators.ts';
import type { OperatorRole } from '../../../contract/src/route.ts';
import { useMe } from '../session/me.ts';

/**
 * The contract's rights; `typeof` keeps the two equal. The service decides; this only hides the acts that it would
 * refuse.
 */
const rights: typeof contractRights & { readonly decide: readonly ['compliance', 'admin'] } = {
  read: ['support', 'compliance', 'finance', 'admin'],
  unblock: ['support', 'admin'],
  freeze: ['compliance', 'admin'],
  cancel: ['compliance', 'admin'],
  suspend: ['compliance', 'admin'],
  throttle: ['compliance', 'admin'],
  audit: ['compliance', 'admin'],
  ledger: ['compliance', 'finance', 'admin'],
  money: ['finance', 'admin'],
  fees: ['finance', 'admin'],
  limits: ['compliance', 'admin'],
  cases: ['compliance', 'finance', 'admin'],
  operators: ['admin'],
  rails: ['finance', 'admin'],
  people: ['compliance', 'admin'],
  approvals: ['compliance', 'finance', 'admin'],
  decide: ['compliance', 'admin'],
};
export type Right = keyof typeof rights;

/** The right that decides each kind of approval, as in the contract's `deciders`. */
export const rightOf: Record<ApprovalKind, Right> = {
  cash_in: 'money',
  adjustment: 'money',
  operator: 'operators',
  fee: 'fees',
  limit: 'limits',
  unfreeze: 'freeze',
  float: 'money',
  suspense: 'money',
  settlement: 'money',
  reconciliation: 'money',
  rail: 'rails',
  person_export: 'people',
  person_erasure: 'people',
  opening: 'money',
};

export const may = (role: string | null | undefined, right: Right): boolean =>
  (rights[right] as readonly string[]).includes(role ?? '');

/** The roles that have a right. */
export const rolesWith = (right: Right): readonly OperatorRole[] => rights[right];

/** Whether the signed-in operator has a right. */
export function useMay(): (right: Right) => boolean {
  const role = useMe().data?.role;
  return (right) => may(role, right);
}
