import { hash } from 'node:crypto';
import type { Upload } from '../../../contract/src/route.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { sniffDocument } from '../storage/sniff.ts';
import { quotaReached } from '../tenancy/quotas/refuse.ts';
import type { Kyc } from './kyc.ts';
import { reachStore } from './reach-store.ts';
import { countDocuments, type DocumentRow, doomDocument, insertDocument, lockUploader, markStored } from './store.ts';
import { renderDocument } from './view.ts';

/**
 * The most documents of one customer that wait for a submission, and that arrive in a month, so that nobody fills the
 * store.
 */
const MAX_UNUSED = 10;
const MAX_OF_MONTH = 30;

/**
 * Puts a document in the store. Its row is committed first, so the sweep finds it after a crash between the two.
 * @returns its id; the document is the customer's once `keepDocuments` has confirmed it
 * @throws Refusal for a file that is not of its declared type
 */
export async function storeDocument(
  kyc: Pick<Kyc, 'db' | 'documents' | 'mostInTest' | 'onError'>,
  { caller, requestId, input: { type, bytes } }: Command<Upload>,
): Promise<string | Refusal> {
  const found = await sniffDocument(bytes, 'body');
  if (found !== type) throw invalidField('body', 'file_of_other_claim', { found, claimed: type });
  const id = newId('doc');
  const values = [id, caller.id, type, bytes.length, hash('sha256', bytes, 'buffer'), MAX_UNUSED, MAX_OF_MONTH];
  const most = caller.livemode ? undefined : kyc.mostInTest;
  const inserted = await transaction(kyc.db, async (tx) => {
    tx.query(lockUploader, [caller.id]);
    if (most !== undefined) {
      const [kept] = await tx.query<{ count: number }>(countDocuments, [caller.id]);
      if (kept!.count >= most) return tooMany(most);
    }
    return (await tx.query(insertDocument, values)).length > 0;
  });
  if (inserted instanceof Refusal) return inserted;
  if (!inserted) return new Refusal('too_many_documents');
  try {
    await reachStore(kyc.documents.put(id, bytes), kyc, requestId);
  } catch (refusal) {
    // A failed upload must not use up the customer's room for waiting documents.
    await kyc.db.query(doomDocument, [id]);
    throw refusal;
  }
  return id;
}

const tooMany = (most: number) =>
  quotaReached(
    `${most} documents per customer`,
    'TEST_DOCUMENTS',
    'Documents without a submission are deleted after a day. Wait, or register another test customer.',
  );

/** Completes an upload: the document's bytes are in the store. */
export async function keepDocuments(
  tx: Tx,
  commands: Command<{ stored: string | Refusal }>[],
): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const { caller, input } of commands) {
    if (input.stored instanceof Refusal) {
      answers.push(input.stored);
      continue;
    }
    const [row] = await tx.query<DocumentRow>(markStored, [input.stored, caller.id]);
    answers.push(row ? renderDocument(row) : new Refusal('service_unavailable'));
  }
  return answers;
}
