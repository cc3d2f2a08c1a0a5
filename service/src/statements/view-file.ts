import type { StatementFile } from '../../../contract/src/statement-files.ts';
import { toJson } from '../http/serialise.ts';
import type { FileRow } from './store.ts';

/** A statement file as JSON. */
export const renderFile = (row: FileRow): string =>
  toJson({
    ...row,
    object: 'statement_file',
    size: Number(row.size),
    read_bytes: Number(row.read_bytes),
    lines: Number(row.lines),
    new_lines: Number(row.new_lines),
    sha256: row.sha256?.toString('hex') ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  } satisfies StatementFile);
