import { readCsvRows } from './csv-rows.ts';
import { decodeFile } from './decode-file.ts';
import { DETECTED_BYTES, detectFormat } from './detect.ts';
import type { BankLayout, StatementLayout, TableLayout } from './layout.ts';
import { MAX_FILE_BYTES, MAX_PROBLEMS } from './limits.ts';
import { readCamt } from './read-camt.ts';
import { readMt940 } from './read-mt940.ts';
import { readTable } from './read-table.ts';
import { readXlsx } from './read-xlsx.ts';
import type { FileProblem, Reader } from './statement-line.ts';
import { Unreadable } from './unreadable.ts';

/**
 * Reads a statement file. It never throws for the content of a file: a file that cannot be read yields a problem. A
 * caller imports a file only if it yielded no problem and ended.
 * @param bytes the file; it is read once, and abandoned as soon as nothing more can be read
 * @param now the time of the import
 */
export async function* readStatementFile(bytes: AsyncIterable<Uint8Array>, layout: StatementLayout, now: Date): Reader {
  let problems = 0;
  let statements = 0;
  const source = bytes[Symbol.asyncIterator]();
  try {
    for await (const item of readDetected(source, layout, now)) {
      yield item;
      if ('statement' in item) statements++;
      if (!('problem' in item)) continue;
      if (++problems >= MAX_PROBLEMS) {
        yield asProblem(`the file has ${MAX_PROBLEMS} problems or more. The rest was not read`);
        return;
      }
    }
    if (statements === 0 && problems === 0) yield asProblem('the file has no statement. Export it again');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield { problem: error.problem };
  } finally {
    await source.return?.();
  }
}

const asProblem = (problem: string): { problem: FileProblem } => ({ problem: { line: null, field: null, problem } });

async function* readDetected(source: AsyncIterator<Uint8Array>, layout: StatementLayout, now: Date): Reader {
  const { head, rest } = await peek(source);
  const encoding = 'encoding' in layout ? layout.encoding : undefined;
  const detected = detectFormat(head, encoding);
  if ('refusal' in detected) throw new Unreadable(detected.refusal);
  if (detected.format !== layout.format)
    throw new Unreadable(
      `the file looks like ${detected.format}, but the layout "${layout.name}" is for ${layout.format}. ` +
        'Choose another layout, or get the complete file',
    );
  yield* readFormat(rest, layout, now);
}

function readFormat(bytes: AsyncIterable<Uint8Array>, layout: StatementLayout, now: Date): Reader {
  switch (layout.format) {
    case 'csv':
      return readCsvStatement(bytes, layout as TableLayout, now);
    case 'xlsx':
      return readXlsx(bytes, layout as TableLayout, now);
    case 'camt.053':
      return readCamt(bytes, layout as BankLayout, now);
    case 'mt940':
      return readMt940(bytes, layout as BankLayout, now);
  }
}

/** Reads a CSV file by its layout. */
export function readCsvStatement(bytes: AsyncIterable<Uint8Array>, layout: TableLayout, now: Date): Reader {
  return readTable(readCsvRows(decodeFile(bytes, layout.encoding), layout.delimiter), layout, now);
}

/** Reads the head of a file without losing it, and bounds the size of the whole. */
async function peek(
  source: AsyncIterator<Uint8Array>,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < DETECTED_BYTES) {
    const next = await source.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  async function* rest() {
    let read = 0;
    const count = (chunk: Uint8Array) => {
      read += chunk.length;
      if (read > MAX_FILE_BYTES)
        throw new Unreadable(`the file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB. Send a shorter period`);
      return chunk;
    };
    for (const chunk of chunks.splice(0)) yield count(chunk);
    for (let next = await source.next(); !next.done; next = await source.next()) yield count(next.value);
  }
  return { head: Buffer.concat(chunks).subarray(0, DETECTED_BYTES), rest: rest() };
}
