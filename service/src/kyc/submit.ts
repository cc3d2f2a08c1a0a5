import type { createKycSubmission } from '../../../contract/src/kyc.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { faultOfIdentity, mayBecome } from '../core/kyc.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { detailOf, Refusal, refuseField } from '../kernel/refusal.ts';
import { lockCustomers, setKycStatus } from '../users/set-kyc.ts';
import { lockUsers } from '../users/store.ts';
import { sealIdentity } from './identity.ts';
import {
  insertSubmission,
  type SubmissionRow,
  selectSubmission,
  selectUsable,
  supersede,
  useDocuments,
} from './store.ts';
import { renderSubmission } from './view.ts';

type Submit = Command<InputOf<typeof createKycSubmission>>;

/**
 * Takes customers' submissions, one after the other under the lock of their user. The user's status decides whether a
 * submission is allowed.
 */
export async function submitIdentities(tx: Tx, commands: Submit[], key: DataKey): Promise<(string | Refusal)[]> {
  await lockCustomers(
    tx,
    commands.map(({ caller }) => caller.id),
  );
  const answers: (string | Refusal)[] = [];
  for (const command of commands) answers.push(await submit(tx, command, key));
  return answers;
}

async function submit(tx: Tx, { caller, input }: Submit, key: DataKey): Promise<string | Refusal> {
  const { document_type, documents = [] } = input;
  const identity = {
    name: input.name.trim(),
    date_of_birth: input.date_of_birth,
    document_number: input.document_number.trim(),
  };
  const wrong = faultOfIdentity(identity, new Date().toISOString().slice(0, 10));
  if (wrong) return refuseField(detailOf(wrong.field, wrong.fault));
  const [user] = await lockUsers(tx, [caller.id]);
  if (!mayBecome(user!.kyc, 'pending')) {
    return new Refusal('kyc_transition_not_allowed', 'A submission is already pending. Wait until it is decided.');
  }
  const rows = await tx.query<{ id: string }>(selectUsable, [documents, caller.id]);
  const usable = new Set(rows.map((row) => row.id));
  const missing = documents.findIndex((id) => !usable.has(id));
  if (missing >= 0) {
    return new Refusal('not_found', `Document ${documents[missing]} does not exist`, {
      param: `documents[${missing}]`,
    });
  }
  const id = newId('kyc');
  tx.query(useDocuments, [documents, caller.id]);
  tx.query(supersede, [caller.id]);
  tx.query(insertSubmission, [
    id,
    caller.id,
    user!.livemode,
    document_type,
    sealIdentity(identity, id, key),
    documents,
  ]);
  await setKycStatus(tx, { user: caller.id, livemode: user!.livemode, status: 'pending' });
  return renderSubmission((await tx.query<SubmissionRow>(selectSubmission, [id]))[0]!, key);
}
