import type { FileProblem, Reader, ReadStatement, StatementLine } from './statement-line.ts';

/** Everything that a reader yields. It is for small files, as a preview of the first rows. */
export async function readAll(
  reader: Reader,
  maxLines = Infinity,
): Promise<{ lines: StatementLine[]; statements: ReadStatement[]; problems: FileProblem[] }> {
  const lines: StatementLine[] = [];
  const statements: ReadStatement[] = [];
  const problems: FileProblem[] = [];
  for await (const item of reader) {
    if ('line' in item) lines.push(item.line);
    else if ('statement' in item) statements.push(item.statement);
    else problems.push(item.problem);
    if (lines.length >= maxLines) break;
  }
  return { lines, statements, problems };
}
