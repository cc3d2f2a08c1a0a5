import type { SuspenseDecision } from '../../../contract/src/approvals.ts';
import type { assignCaseMoney, returnCaseMoney } from '../../../contract/src/cases.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { type CaseRow, lockCase } from '../cases/store.ts';
import { findSuspended } from '../cases/suspended.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { selectWalletsById } from '../wallets/store.ts';
import { findUnfit } from './find-unfit.ts';
import { requestOne } from './request.ts';

type Decision = Pick<SuspenseDecision, 'decision' | 'wallet' | 'provider_reference'>;

/** Records requests to give money in suspense to a wallet. */
export function requestAssignments(tx: Tx, commands: Command<InputOf<typeof assignCaseMoney>>[]) {
  return requestAll(tx, commands, ({ wallet }) => ({ decision: 'assign', wallet, provider_reference: null }));
}

/** Records requests to book money in suspense as returned to its payer. */
export function requestReturns(tx: Tx, commands: Command<InputOf<typeof returnCaseMoney>>[]) {
  return requestAll(tx, commands, ({ provider_reference }) => ({
    decision: 'return',
    wallet: null,
    provider_reference,
  }));
}

async function requestAll<Input extends { readonly id: string; readonly reason: string }>(
  tx: Tx,
  commands: Command<Input>[],
  read: (input: Input) => Decision,
): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal)[] = [];
  for (const command of commands) {
    answers.push(unfit(command) ?? (await request(tx, command, read(command.input))));
  }
  return answers;
}

/** The case is the reference of the approval, so that a case has one open request. */
async function request(
  tx: Tx,
  command: Command<{ readonly id: string; readonly reason: string }>,
  decision: Decision,
): Promise<string | Refusal> {
  const { id, reason } = command.input;
  const row = await lockCase(tx, id);
  if (!row) return new Refusal('not_found');
  if (row.status === 'closed') return new Refusal('case_closed');
  const suspended = await findSuspended(tx, row);
  if (!suspended) return new Refusal('case_holds_no_money');
  const unfit = decision.wallet === null ? null : await unfitWallet(tx, row, decision.wallet);
  if (unfit) return unfit;
  const money = { rail: row.rail!, amount: Number(suspended.amount), currency: row.currency! };
  const payload = { case: id, ...money, ...decision };
  return requestOne(tx, command, { kind: 'suspense', payload, reference: id, reason }, row.livemode);
}

async function unfitWallet(tx: Tx, row: CaseRow, id: string): Promise<Refusal | null> {
  const [wallet] = await selectWalletsById(tx, [id]);
  if (!wallet || wallet.owner_type === 'system' || wallet.livemode !== row.livemode)
    return new Refusal('not_found', `Wallet ${id} does not exist`, { param: 'wallet' });
  if (wallet.currency !== row.currency) return new Refusal('currency_mismatch', undefined, { param: 'wallet' });
  return wallet.closed ? new Refusal('wallet_closed', undefined, { param: 'wallet' }) : null;
}
