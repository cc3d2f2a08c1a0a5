import { invalidField } from '../kernel/refusal.ts';

export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;

const types = ['image/png', 'image/jpeg', 'application/pdf'] as const;
export type DocumentType = (typeof types)[number];
const ALLOWED = ['PNG', 'JPEG', 'PDF'];

/**
 * Detects a document's type from its content, never from the sender's claim.
 * @param field the field of the document, for the refusal
 * @throws Refusal when it is empty, above 5 MiB, or neither PNG, JPEG nor PDF
 */
export async function sniffDocument(bytes: Uint8Array, field: string): Promise<DocumentType> {
  if (bytes.length === 0) throw invalidField(field, 'file_empty', { allowed: ALLOWED });
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw invalidField(field, 'file_too_large', { bytes: bytes.length, maximum: MAX_DOCUMENT_BYTES, text: '5 MiB' });
  // Loaded with the first document and not at each start: 36 modules.
  const { fileTypeFromBuffer } = await import('file-type');
  // A file on which its parser fails is none of the three.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = types.find((known) => known === found?.mime);
  if (!type) throw invalidField(field, 'file_of_other_type', { allowed: ALLOWED, found: found?.mime ?? 'unknown' });
  return type;
}
