import { type AuditAct, actorOf, recordActs } from '../audit/record.ts';
import { faultOfVerdict, repeats, type Verdict } from '../core/kyc.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { lockCustomers, setKycStatus } from '../users/set-kyc.ts';
import { freezeWallets, isChange } from '../wallets/freeze.ts';
import { selectWalletsOfOwner, type WalletRow } from '../wallets/store.ts';
import { openIdentity } from './identity.ts';
import { type SubmissionRow, selectSubmission, selectSubmitters, updateVerdict } from './store.ts';
import { renderReview } from './view.ts';

type Decision = {
  readonly id: string;
  readonly tier?: number;
  readonly reason?: string;
  readonly revoke?: boolean;
  readonly freeze?: boolean;
  readonly freeze_reason?: 'fraud' | 'kyc';
};

/**
 * Decides submissions, one after the other under the lock of their user. If two operators decide at once, one wins and
 * the other learns the present status. Status, events, frozen wallets and audit acts are one transaction.
 */
export async function decideSubmissions(
  tx: Tx,
  commands: Command<Decision>[],
  verdict: Verdict,
  key: DataKey,
): Promise<(string | Refusal)[]> {
  const ids = commands.map(({ input }) => input.id);
  const submitters = await tx.query<{ user_id: string }>(selectSubmitters, [ids]);
  await lockCustomers(
    tx,
    submitters.map((row) => row.user_id),
  );
  const answers: (string | Refusal)[] = [];
  const acts: AuditAct[] = [];
  for (const command of commands) {
    const decided = await decide(tx, command, verdict, key);
    if (decided instanceof Refusal) {
      answers.push(decided);
      continue;
    }
    answers.push(renderReview(decided.after, key));
    acts.push(...decided.acts);
  }
  await recordActs(tx, acts);
  return answers;
}

async function decide(
  tx: Tx,
  command: Command<Decision>,
  verdict: Verdict,
  key: DataKey,
): Promise<Refusal | { after: SubmissionRow; acts: AuditAct[] }> {
  const { caller, input } = command;
  const before = await select(tx, input.id);
  if (!before) return new Refusal('not_found');
  const { user_id: user, livemode } = before;
  const { reason } = input;
  const tier = verdict === 'approved' ? ((input.tier ?? 1) as 1 | 2) : undefined;
  const refusal = refuse(before, input, verdict, key);
  if (refusal) return refusal;
  tx.query(updateVerdict, [input.id, verdict, tier ?? null, reason ?? null, caller.id]);
  const status = verdict === 'approved' ? 'verified' : 'rejected';
  await setKycStatus(tx, { user, livemode, status, ...(tier ? { tier } : {}) });
  const frozen = input.freeze ? await freezeAll(tx, user, livemode, input.freeze_reason ?? 'kyc') : [];
  const after = (await select(tx, input.id))!;
  const common = { ...actorOf(command), ...(reason ? { reason } : {}) };
  const standing = (row: SubmissionRow) => ({ status: row.status, kyc: row.kyc, tier: row.tier });
  return {
    after,
    acts: [
      {
        ...common,
        action: `kyc.${verdict}`,
        target: input.id,
        before: standing(before),
        after: { user, ...standing(after) },
      },
      ...frozen.map((wallet) => ({
        ...common,
        action: 'wallet.frozen',
        target: wallet.id,
        before: wallet.before ? { status: 'frozen', reason: wallet.before } : { status: 'active' },
        after: { status: 'frozen', reason: wallet.reason },
      })),
    ],
  };
}

const select = async (tx: Tx, id: string) => (await tx.query<SubmissionRow>(selectSubmission, [id]))[0];

function refuse(row: SubmissionRow, input: Decision, verdict: Verdict, key: DataKey): Refusal | null {
  if (input.freeze_reason && !input.freeze) return invalidField('freeze_reason', 'only_with_freeze');
  if (input.reason && repeats(input.reason, openIdentity(row, key))) {
    return invalidField('reason', 'identity_in_reason');
  }
  const fault = faultOfVerdict(row, verdict, input.revoke);
  return fault === null ? null : new Refusal('kyc_transition_not_allowed', fault);
}

type Frozen = { readonly id: string; readonly reason: 'fraud' | 'kyc'; readonly before: 'fraud' | 'kyc' | null };

/** @returns the wallets that it changed */
async function freezeAll(tx: Tx, user: string, livemode: boolean, reason: 'fraud' | 'kyc'): Promise<Frozen[]> {
  const wallets = await tx.query<WalletRow>(selectWalletsOfOwner, [user, livemode]);
  const changing = wallets.filter((wallet) => !wallet.closed && isChange(wallet.frozen_reason, reason));
  await freezeWallets(
    tx,
    changing.map(({ id }) => ({ wallet: id, reason })),
  );
  return changing.map(({ id, frozen_reason: before }) => ({ id, reason, before }));
}
