import type { getCloseFile } from '../../../contract/src/closes.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { DocumentKeys } from './document-keys.ts';
import { findCloseItems } from './read.ts';
import { findClose } from './store.ts';
import { writeCloseCsv, writeClosePdf } from './write-close.ts';

export type DocumentOptions = {
  readonly db: Database;
  readonly keys: DocumentKeys;
  readonly brand: string;
  /** The decimals of a currency. */
  readonly exponentOf: (currency: string) => number;
};

type Kept = { bytes: Buffer; jws: string };

const selectDocument: Statement = {
  name: 'signed_documents_find',
  text: 'SELECT bytes, jws FROM signed_documents WHERE subject = $1 AND format = $2',
};
const insertDocument: Statement = {
  name: 'signed_documents_insert',
  text: 'INSERT INTO signed_documents (subject, format, bytes, jws) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
};

/**
 * A document as it was first signed. A later version of the service that would write other bytes does not change it.
 * @param subject the close or the report
 */
export async function keepDocument(
  { db, keys }: Pick<DocumentOptions, 'db' | 'keys'>,
  subject: string,
  format: 'pdf' | 'csv',
  write: () => Promise<Buffer>,
): Promise<Kept> {
  const [kept] = await db.query<Kept>(selectDocument, [subject, format]);
  if (kept) return kept;
  const bytes = await write();
  await db.query(insertDocument, [subject, format, bytes, await keys.sign(bytes)]);
  return (await db.query<Kept>(selectDocument, [subject, format]))[0]!;
}

const types = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;

/** The document, or its detached signature, as a file to download. */
export function downloadOf({ bytes, jws }: Kept, format: 'pdf' | 'csv', name: string, signature: boolean): Download {
  if (signature) return { name: `${name}.${format}.jws`, type: 'application/jose', bytes: Buffer.from(jws) };
  return { name: `${name}.${format}`, type: types[format], bytes };
}

/** `close.pdf.jws` is the signature of `close.pdf`. */
export const formatOf = (file: string) => ({
  format: file.includes('.pdf') ? ('pdf' as const) : ('csv' as const),
  signature: file.endsWith('.jws'),
});

/** The PDF holds the largest items, the CSV all of them. */
const SHOWN = { pdf: 200, csv: 1_000_000 } as const;

/** A file of a reviewed close. */
export async function downloadClose(
  options: DocumentOptions,
  { id, file }: QueryOf<typeof getCloseFile>,
): Promise<Download> {
  const { db, brand, exponentOf } = options;
  const row = await findClose(db, id);
  if (!row) throw new Refusal('not_found');
  if (row.status !== 'reviewed') throw new Refusal('close_not_ready', 'Another operator must review the close first.');
  const { format, signature } = formatOf(file);
  const kept = await keepDocument(options, id, format, async () => {
    const document = { row, exponent: exponentOf(row.currency) };
    const items = await findCloseItems(db, id, 0, SHOWN[format]);
    return format === 'pdf' ? writeClosePdf(document, items, brand) : writeCloseCsv(document, items);
  });
  return downloadOf(kept, format, `close-${row.rail}-${row.day}`, signature);
}
