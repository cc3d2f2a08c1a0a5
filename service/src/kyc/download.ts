import { actorOf, recordActs } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import type { Download } from '../http/files.ts';
import type { Asked } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Kyc } from './kyc.ts';
import { reachStore } from './reach-store.ts';
import { type DocumentRow, selectDocument } from './store.ts';

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' };

/**
 * A document's bytes. The customer gets their own. An operator gets submitted ones, once the access is in the audit
 * log.
 */
export async function downloadDocument(
  kyc: Pick<Kyc, 'db' | 'documents' | 'onError'>,
  caller: Caller,
  { id }: { id: string },
  asked: Asked,
): Promise<Download> {
  const [row] = await kyc.db.query<DocumentRow>(selectDocument, [id]);
  const visible = row && (caller.kind === 'operator' ? row.used_at !== null : row.user_id === caller.id);
  if (!visible) throw new Refusal('not_found');
  if (caller.kind === 'operator') {
    const act = { ...actorOf({ caller, ...asked }), action: 'kyc_document.read', target: id };
    await transaction(kyc.db, (tx) => recordActs(tx, [{ ...act, after: { user: row.user_id } }]));
  }
  const bytes = await reachStore(kyc.documents.get(id), kyc, asked.requestId);
  if (!bytes) throw new Refusal('not_found');
  return { name: `${id}.${extensions[row.content_type]}`, type: row.content_type, bytes };
}
