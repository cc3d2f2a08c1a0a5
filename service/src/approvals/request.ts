import type {
  requestAdjustment,
  requestCashIn,
  requestOperator,
  setFee,
  setLimit,
} from '../../../contract/src/approvals.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { toIdentifier } from '../accounts/create-account.ts';
import { selectAccountByIdentifier } from '../accounts/store.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import { selectWalletsById } from '../wallets/store.ts';
import { checkFee } from './check-fee.ts';
import { findUnfit } from './find-unfit.ts';
import type { Wanted } from './store.ts';
import {
  type ApprovalRow,
  expireReference,
  insertApproval,
  selectApproval,
  selectByReference,
  selectMerchantForApproval,
} from './store.ts';
import { renderApproval } from './view.ts';

/** Commands of the machine open requests about people. */
type Asked = Exclude<Wanted, { kind: 'person_export' | 'person_erasure' }>;
type Request = Asked & { readonly reference: string | null; readonly reason: string };

export function requestCashIns(tx: Tx, commands: Command<InputOf<typeof requestCashIn>>[]) {
  return requestAll(tx, commands, ({ reference = null, reason, ...payload }) => ({
    kind: 'cash_in',
    payload,
    reference,
    reason,
  }));
}

export function requestAdjustments(tx: Tx, commands: Command<InputOf<typeof requestAdjustment>>[]) {
  return requestAll(tx, commands, ({ reason, ...payload }) => ({
    kind: 'adjustment',
    payload,
    reference: null,
    reason,
  }));
}

export function requestOperators(tx: Tx, commands: Command<InputOf<typeof requestOperator>>[]) {
  return requestAll(tx, commands, ({ reason, email, ...rest }) => ({
    kind: 'operator',
    payload: { email: toIdentifier(email), ...rest },
    reference: null,
    reason,
  }));
}

export function requestFees(tx: Tx, commands: Command<InputOf<typeof setFee>>[], rails: Rails) {
  return requestAll(tx, commands, ({ reason, charged_on = 'payment', ...rest }) => {
    const payload = checkFee({ ...rest, charged_on }, rails);
    return payload instanceof Refusal ? payload : { kind: 'fee', payload, reference: null, reason };
  });
}

export function requestLimits(tx: Tx, commands: Command<InputOf<typeof setLimit>>[]) {
  return requestAll(tx, commands, ({ reason, ...payload }) => ({ kind: 'limit', payload, reference: null, reason }));
}

/** Records a request of an operator. Nothing else happens until another operator approves it. */
async function requestAll<Input>(
  tx: Tx,
  commands: Command<Input>[],
  read: (input: Input) => Request | Refusal,
): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal)[] = [];
  for (const command of commands) {
    const request = read(command.input);
    const refusal = unfit(command) ?? (request instanceof Refusal ? request : null);
    answers.push(refusal ?? (await requestOne(tx, command, request as Request)));
  }
  return answers;
}

/** @param knownMode the mode, for a kind whose target the caller has checked */
export async function requestOne(
  tx: Tx,
  command: Command<unknown>,
  request: Request,
  knownMode?: boolean,
): Promise<string | Refusal> {
  const { kind, payload, reference, reason } = request;
  const livemode = knownMode ?? (await modeOf(tx, request));
  if (livemode instanceof Refusal) return livemode;
  if (reference !== null) await tx.query(expireReference, [kind, livemode, reference]);
  const holder = () => tx.query<{ id: string }>(selectByReference, [kind, livemode, reference]);
  const refuse = (id: string | undefined) =>
    new Refusal('reference_already_used', `The reference "${reference}" is already used by ${id}`, {
      param: 'reference',
    });
  // The unique index does not know older spellings.
  const [taken] = reference === null ? [] : await holder();
  if (taken) return refuse(taken.id);
  const id = newId('apr');
  const values = [id, kind, livemode, JSON.stringify(payload), reference, reason, command.caller.id];
  if ((await tx.query(insertApproval, values)).length === 0) {
    return refuse((await holder())[0]?.id);
  }
  const after = { ...payload, ...(reference === null ? {} : { reference }) };
  await recordActs(tx, [{ ...actorOf(command), action: `${kind}.requested`, target: id, after, reason }]);
  return renderApproval((await tx.query<ApprovalRow>(selectApproval, [id]))[0]!);
}

/** The mode of the target; null for an operator. A request that could never be approved is refused now. */
async function modeOf(tx: Tx, { kind, payload }: Asked): Promise<boolean | null | Refusal> {
  if (kind === 'operator') {
    const taken = await tx.query(selectAccountByIdentifier, ['operator', payload.email, null]);
    return taken.length > 0
      ? new Refusal('account_already_exists', `The operator ${payload.email} already exists`)
      : null;
  }
  if (
    kind === 'float' ||
    kind === 'suspense' ||
    kind === 'settlement' ||
    kind === 'reconciliation' ||
    kind === 'opening'
  )
    throw new Error(`the mode of a ${kind} is not given`);
  if (kind === 'limit') return payload.livemode;
  // Only live rails need an approval.
  if (kind === 'rail') return true;
  if (kind === 'fee') {
    const [merchant] = await tx.query(selectMerchantForApproval, [payload.merchant]);
    return merchant ? payload.livemode : new Refusal('not_found', `Merchant ${payload.merchant} does not exist`);
  }
  const [wallet] = await selectWalletsById(tx, [payload.wallet]);
  if (!wallet || wallet.owner_type === 'system')
    return new Refusal('not_found', `Wallet ${payload.wallet} does not exist`);
  if (wallet.closed) return new Refusal('wallet_closed', undefined, { param: 'wallet' });
  return wallet.livemode;
}
