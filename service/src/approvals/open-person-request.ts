import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { insertPersonRequest, type WantedRequest } from '../people/open-request.ts';
import { insertApproval } from './store.ts';

export type PersonAsked = {
  readonly kind: 'export' | 'erasure';
  readonly reason: string;
  readonly by: Doer;
  readonly identityKey: DataKey;
};

/** Opens an approval in nobody's name, on which two operators decide. @returns its id */
export async function openPersonRequest(
  tx: Tx,
  { subject, payload }: WantedRequest,
  asked: PersonAsked,
): Promise<string> {
  const { kind, reason, by, identityKey } = asked;
  const id = newId('apr');
  await tx.query(insertApproval, [id, `person_${kind}`, null, JSON.stringify(payload), null, reason, null]);
  await insertPersonRequest(tx, id, kind, subject, identityKey);
  await recordActs(tx, [{ ...by, action: `person_${kind}.requested`, target: id, after: payload, reason }]);
  return id;
}
