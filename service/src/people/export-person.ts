import type { Database, Statement } from '../db/database.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret } from '../kernel/seal.ts';
import { openIdentity } from '../kyc/identity.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { readKept } from './erase-account.ts';
import { personalTables, type TableMap } from './map.ts';
import { type Matcher, openMatcher } from './match.ts';
import { relationOf } from './relation.ts';
import type { PersonSubject } from './subject.ts';
import { rawText, walkTable } from './walk.ts';

/** Lines are stored in parts of about this size. */
const PART_BYTES = 1024 * 1024;

export type ExportPerson = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly identityKey: DataKey;
  /** Opens the words of messages. */
  readonly messageKey: DataKey;
  /** Stores a part. */
  readonly onPart: (bytes: Buffer) => Promise<void>;
};

/**
 * Writes all data about a person as lines of JSON: a head, each row, and the bytes of each document.
 * @returns how many rows
 */
export async function exportPerson(options: ExportPerson, subject: PersonSubject): Promise<number> {
  const { db, identityKey, onPart } = options;
  let lines: string[] = [];
  let bytes = 0;
  let rows = 0;
  const write = async (line: object, last = false) => {
    const text = `${JSON.stringify(line)}\n`;
    lines.push(text);
    bytes += text.length;
    if (bytes < PART_BYTES && !last) return;
    await onPart(Buffer.from(lines.join('')));
    [lines, bytes] = [[], 0];
  };
  const { phones, emails, accounts } = subject;
  const kept = await readKept(db, accounts, identityKey);
  await write({ object: 'person', at: new Date().toISOString(), phones, emails, accounts, kept_by_law: kept });
  const matcher = openMatcher(subject, '');
  for (const [table, map] of Object.entries(personalTables))
    for await (const portion of walkTable(db, table)) {
      for (const { row } of portion) {
        const relation = relationOf(map, row, matcher);
        if (relation === null) continue;
        if (table === 'events') matcher.add(row.id as string);
        rows++;
        await write({ object: 'row', table, row: shown(options, table, map, row, relation, matcher) });
        if (table === 'kyc_documents') await write(await documentOf(options, row));
      }
    }
  for await (const line of linesOfFiles(options, matcher)) await write(line);
  await write({ object: 'end', rows }, true);
  return rows;
}

/** A row without secrets, and with what is sealed for the service alone opened. */
function shown(
  { identityKey, messageKey }: ExportPerson,
  table: string,
  map: TableMap,
  row: Record<string, unknown>,
  relation: 'own' | 'mentioned',
  matcher: Matcher,
): object {
  const hidden = new Set(map.secret);
  // A row that only mentions the person is about somebody else.
  const ofMany = new Set([
    ...(bodies[table] ?? []),
    ...(relation === 'mentioned' ? [...map.text, ...map.json, ...map.erase, ...map.blank] : []),
  ]);
  const left = Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !hidden.has(column))
      .map(([column, value]) => [column, ofMany.has(column) ? about(value, matcher) : printed(value)]),
  );
  const sealed = (column: string) => Buffer.from(String(row[column]).slice(2), 'hex');
  if (table === 'kyc_submissions')
    return { ...left, identity: openIdentity({ id: row.id as string, identity: sealed('identity') }, identityKey) };
  if (table === 'messages' && row.sealed !== null)
    return { ...left, words: JSON.parse(openSecret(sealed('sealed'), messageKey, row.id as string)) };
  return left;
}

const bodies: Readonly<Record<string, readonly string[]>> = {
  events: ['payload'],
  request_log: ['request_body', 'response_body'],
  idempotency_keys: ['body'],
  statement_files: ['problems', 'warnings'],
  audit_log: ['before', 'after'],
  rail_callbacks: ['body'],
};

const printed = (value: unknown) => (typeof value === 'string' && value.startsWith('\\x') ? rawText(value) : value);

/** The parts about this person: a body or a file may hold others. */
function about(value: unknown, matcher: Matcher): unknown {
  if (value === null || value === undefined) return value;
  const text = rawText(value);
  try {
    return matcher.extract(JSON.parse(text));
  } catch {
    return matcher.extract(text);
  }
}

async function documentOf({ documents }: ExportPerson, row: Record<string, unknown>): Promise<object> {
  const id = row.id as string;
  const bytes = await documents.get(id);
  return { object: 'document', id, content_type: row.content_type, base64: bytes?.toString('base64') ?? null };
}

const listChunks: Statement = {
  name: 'people_list_chunks',
  text: 'SELECT file, document FROM statement_chunks ORDER BY file, number',
};

/** The lines about the person in the files of providers. */
async function* linesOfFiles({ db, documents }: ExportPerson, matcher: Matcher): AsyncGenerator<object> {
  const chunks = await db.query<{ file: string; document: string }>(listChunks);
  for (const [file, parts] of Map.groupBy(chunks, (chunk) => chunk.file)) {
    const bytes = await Promise.all(parts.map(({ document }) => documents.get(document)));
    const whole = Buffer.concat(bytes.map((one) => one ?? Buffer.alloc(0)));
    const found = matcher.extract(whole.toString());
    if (found) yield { object: 'statement_file', id: file, lines: found };
  }
}
