import type { LimitChange } from '../../../contract/src/approvals.ts';
import type { FeeChange } from '../../../contract/src/fee-changes.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import { setFeeByHand } from '../fees/set-fee-by-hand.ts';
import type { FeeSetting } from '../fees/store.ts';
import { taxedTiers } from '../fees/stored-schedules.ts';
import { moveFloat } from '../floats/move-float.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { setLimitByHand } from '../limits/set-limit-by-hand.ts';
import { createOperator } from '../operators/create-operator.ts';
import { freezeByHand } from '../operators/freeze.ts';
import { startPersonRequest } from '../people/start-request.ts';
import { approveRail } from '../rail-settings/approve.ts';
import type { Rails } from '../rails/rail.ts';
import { bookResolution } from '../reconciliation/book-resolution.ts';
import { decideSettlement } from './decide-settlement.ts';
import { decideSuspense } from './decide-suspense.ts';
import { importOpenings } from './openings/import.ts';
import type { ApprovalRow } from './store.ts';

export type CarryOutDeps = { readonly rails: Rails; readonly feeQuoteSeconds: number };

/**
 * Carries out an approved change, other than cash-ins and adjustments. Its own acts go to the audit log with the
 * approval.
 * @returns why not, or the result
 */
export async function carryOut(
  tx: Tx,
  command: Command<unknown>,
  row: ApprovalRow,
  { rails, feeQuoteSeconds }: CarryOutDeps,
): Promise<Refusal | unknown> {
  const by = actorOf(command);
  const requester = row.requested_by!;
  const more = { approval: row.id, requested_by: requester };
  switch (row.kind) {
    case 'operator':
      return createOperator(tx, row.payload, by);
    case 'fee':
      return setFeeByHand(tx, toFee(row.payload), by, feeQuoteSeconds, more);
    case 'limit':
      return setLimitByHand(tx, toLimit(row.payload), by, more);
    case 'unfreeze': {
      const freeze = { wallet: row.payload.wallet, reason: null, request: requestOf(command) };
      return (await freezeByHand(tx, [{ freeze, by, more }]))[0];
    }
    case 'rail': {
      const { rail: slug, fingerprint } = row.payload;
      return approveRail(tx, { slug, fingerprint, operators: [requester, by.actor.id] }, by, more);
    }
    case 'float': {
      const rail = rails.row(row.payload.rail);
      if (!rail) return new Refusal('not_found', `There is no rail ${row.payload.rail}.`);
      const act = { ...by, action: 'float.changed', target: rail.slug, after: { ...row.payload, ...more } };
      return (await moveFloat(tx, rail, row.payload, row.id)) ?? recordActs(tx, [act]);
    }
    case 'reconciliation':
      return bookResolution(tx, command, row.payload, more);
    case 'suspense':
      return decideSuspense(tx, command, row.payload, more);
    case 'person_export':
    case 'person_erasure':
      return startPersonRequest(tx, row.id);
    case 'opening':
      return importOpenings(tx, command, { ...row, livemode: row.livemode! }, more);
    case 'settlement':
      return decideSettlement(tx, command, row.payload, more);
    default:
      throw new Error(`${row.id} moves money`);
  }
}

function toFee(change: FeeChange): FeeSetting {
  const { merchant, livemode, currency, charged_on: chargedOn, rail = null } = change;
  const { basis_points = 0, fixed = 0, tiers = [{ from: 1, basis_points, fixed }], tax_basis_points: tax } = change;
  const which = { merchant, livemode, currency, chargedOn, rail };
  return { ...which, tiers: change.remove ? null : taxedTiers(tiers, tax, change.fee_on_refund) };
}

function toLimit({ single, day, month, balance, ...which }: LimitChange) {
  const minor = (most: number | null) => (most === null ? null : BigInt(most));
  return { ...which, single: minor(single), day: minor(day), month: minor(month), balance: minor(balance) };
}
