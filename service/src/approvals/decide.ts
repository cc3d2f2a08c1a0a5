import { type approve, deciders, type reject } from '../../../contract/src/approvals.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { type AuditAct, actorOf, recordActs } from '../audit/record.ts';
import { toMinor } from '../core/money.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type OperatorRow, selectOperatorsById } from '../operators/store.ts';
import { type Funding, fundWallets } from '../wallets/fund.ts';
import { type CarryOutDeps, carryOut } from './carry-out.ts';
import { findUnfit } from './find-unfit.ts';
import { type ApprovalRow, decideApproval, lockApprovals, selectApproval, takeOnApproval } from './store.ts';
import { renderApproval } from './view.ts';

/**
 * Approves and carries out in one transaction, under the approval's lock: a second decision finds it decided. A change
 * that cannot be made now is refused, and its approval stays pending.
 */
export async function approveAll(
  tx: Tx,
  commands: Command<InputOf<typeof approve>>[],
  deps: CarryOutDeps,
): Promise<(string | Refusal)[]> {
  const decisions = await openDecisions(tx, commands);
  const money = decisions.flatMap(({ row, refusal }) => (refusal || !movesMoney(row!) ? [] : [row!]));
  const moved = money.length > 0 ? await fundWallets(tx, money.map(toFunding)) : [];
  const answers: (string | Refusal)[] = [];
  /** Approvals that stay pending, and why: another approval of the same one in this batch is refused too. */
  const waiting = new Map<string, Refusal>();
  for (const { command, row, refusal } of decisions) {
    if (refusal) {
      answers.push((refusal.code === 'approval_not_pending' && waiting.get(row!.id)) || refusal);
      continue;
    }
    if (row!.requested_by === null) {
      answers.push(await takeOn(tx, command, row!));
      continue;
    }
    const isMoney = movesMoney(row!);
    const done = isMoney ? moved[money.indexOf(row!)]! : await carryOut(tx, command, row!, deps);
    if (done instanceof Refusal) {
      waiting.set(row!.id, done);
      answers.push(done);
      continue;
    }
    answers.push(await decide(tx, command, row!, null, isMoney ? [movedAct(command, row!)] : []));
  }
  return answers;
}

export async function rejectAll(tx: Tx, commands: Command<InputOf<typeof reject>>[]): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const { command, row, refusal } of await openDecisions(tx, commands)) {
    answers.push(refusal ?? (await decide(tx, command, row!, command.input.reason, [])));
  }
  return answers;
}

type Decision<Input> = { command: Command<Input>; row: ApprovalRow | undefined; refusal: Refusal | null };

/**
 * Locks the approvals and refuses those who may not decide. If one batch has two decisions on an approval, the first
 * counts.
 */
async function openDecisions<Input extends { id: string }>(
  tx: Tx,
  commands: Command<Input>[],
): Promise<Decision<Input>[]> {
  const ids = commands.map(({ input }) => input.id);
  const rows = new Map((await tx.query<ApprovalRow>(lockApprovals, [ids])).map((row) => [row.id, row]));
  const requesters = [...rows.values()].flatMap((row) => row.requested_by ?? []);
  const asked = await tx.query<OperatorRow>(selectOperatorsById, [requesters]);
  const suspended = new Set(asked.filter((row) => row.suspended).map((row) => row.id));
  const unfit = await findUnfit(tx, commands);
  const taken = new Set<string>();
  return commands.map((command) => {
    const row = rows.get(command.input.id);
    const isApproval = !('reason' in command.input);
    const refusal = row
      ? (mayDecide(command, row) ??
        unfit(command) ??
        whyNotOpen(row, taken.has(row.id)) ??
        (isApproval && row.requested_by !== null && suspended.has(row.requested_by) ? suspendedRequester() : null))
      : new Refusal('not_found');
    if (!refusal) taken.add(row!.id);
    return { command, row, refusal };
  });
}

const suspendedRequester = () =>
  new Refusal(
    'account_suspended',
    'The operator who requested this is now suspended. The request can only be rejected.',
  );

function mayDecide({ caller }: Command<unknown>, row: ApprovalRow): Refusal | null {
  if (row.requested_by === caller.id)
    return new Refusal('forbidden_account_type', 'You requested this yourself. Another operator must decide.');
  const role = caller.person?.role;
  if (role && deciders[row.kind].includes(role)) return null;
  const roles = deciders[row.kind].join(' or ');
  return new Refusal('forbidden_account_type', `This needs an operator with the role ${roles}`);
}

function whyNotOpen({ status }: ApprovalRow, isTaken: boolean): Refusal | null {
  if (isTaken) return new Refusal('approval_not_pending', 'Another operator is deciding this now');
  return status === 'pending' ? null : new Refusal('approval_not_pending', `It is already ${status}`);
}

type Money = Extract<ApprovalRow, { kind: 'cash_in' | 'adjustment' }>;

const movesMoney = (row: ApprovalRow): row is Money => row.kind === 'cash_in' || row.kind === 'adjustment';

function toFunding({ id, kind, payload }: Money): Funding {
  const movement = { wallet: payload.wallet, amount: toMinor(payload.amount), source: id };
  return kind === 'adjustment' ? { ...movement, adjustment: payload.direction } : movement;
}

/** Names the wallet too, so that a search by its id finds the act. */
function movedAct(command: Command<unknown>, { id, kind, payload, requested_by }: Money): AuditAct {
  const { wallet: target, ...rest } = payload;
  const action = kind === 'cash_in' ? 'wallet.funded' : 'wallet.adjusted';
  return { ...actorOf(command), action, target, after: { ...rest, approval: id, requested_by } };
}

/** A command opened the request. The first operator becomes its requester, and it waits for the second. */
async function takeOn(tx: Tx, command: Command<unknown>, { id, kind }: ApprovalRow): Promise<string> {
  await tx.query(takeOnApproval, [id, command.caller.id]);
  await recordActs(tx, [{ ...actorOf(command), action: `${kind}.taken_on`, target: id }]);
  return renderApproval((await tx.query<ApprovalRow>(selectApproval, [id]))[0]!);
}

async function decide(
  tx: Tx,
  command: Command<unknown>,
  { id, kind }: ApprovalRow,
  rejection: string | null,
  acts: readonly AuditAct[],
): Promise<string> {
  const status = rejection === null ? 'approved' : 'rejected';
  await tx.query(decideApproval, [id, status, command.caller.id, rejection]);
  const why = rejection === null ? {} : { reason: rejection };
  await recordActs(tx, [...acts, { ...actorOf(command), action: `${kind}.${status}`, target: id, ...why }]);
  return renderApproval((await tx.query<ApprovalRow>(selectApproval, [id]))[0]!);
}
