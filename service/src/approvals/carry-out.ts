import type { LimitChange } from '../../../contract/src/approvals.ts';
import { actorOf } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import { setFeeByHand } from '../fees/set-fee-by-hand.ts';
import type { Command } from '../kernel/command.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { setLimitByHand } from '../limits/set-limit-by-hand.ts';
import { createOperator } from '../operators/create-operator.ts';
import { freezeByHand } from '../operators/freeze.ts';
import { approveRail } from '../rail-settings/approve.ts';
import type { ApprovalRow } from './store.ts';

/**
 * Carries out an approved change that moves no money. Its own acts go to the audit log with the approval.
 * @returns why not, or the result
 */
export async function carryOut(tx: Tx, command: Command<unknown>, row: ApprovalRow): Promise<Refusal | unknown> {
  const by = actorOf(command);
  const more = { approval: row.id, requested_by: row.requested_by };
  switch (row.kind) {
    case 'operator':
      return createOperator(tx, row.payload, by);
    case 'fee': {
      const { basis_points: basisPoints, charged_on: chargedOn, ...rest } = row.payload;
      return setFeeByHand(tx, { ...rest, basisPoints, chargedOn }, by, more);
    }
    case 'limit':
      return setLimitByHand(tx, toLimit(row.payload), by, more);
    case 'unfreeze': {
      const freeze = { wallet: row.payload.wallet, reason: null, request: requestOf(command) };
      return (await freezeByHand(tx, [{ freeze, by, more }]))[0];
    }
    case 'rail': {
      const { rail: slug, fingerprint } = row.payload;
      return approveRail(tx, { slug, fingerprint, operators: [row.requested_by, by.actor.id] }, by, more);
    }
    default:
      throw new Error(`${row.id} moves money`);
  }
}

function toLimit({ single, day, month, balance, ...which }: LimitChange) {
  const minor = (most: number | null) => (most === null ? null : BigInt(most));
  return { ...which, single: minor(single), day: minor(day), month: minor(month), balance: minor(balance) };
}
