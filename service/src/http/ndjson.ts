import { setImmediate as turn } from 'node:timers/promises';
import { type Detail, Refusal } from '../kernel/refusal.ts';
import { parseJsonInPortions } from './body/json.ts';

const LF = 10;
/** The same as a row of a CSV file may have: one line is parsed without a pause. */
const LONGEST = 64 * 1024;
/** Bytes to parse before other requests get a turn: about 3 ms. */
const PORTION = 64 * 1024;

export type Lines = {
  readonly records: unknown[];
  /** The line of each record. */
  readonly lines: number[];
  readonly faults: Detail[];
};

/**
 * Reads one JSON value a line, as strictly as a JSON body. Empty lines are skipped.
 * @param max reading stops after one record more than this
 * @throws Refusal malformed_json, naming the line
 */
export async function readNdjson(bytes: Buffer, list: string, max: number): Promise<Lines> {
  const parts: string[] = [];
  const lines: number[] = [];
  let [line, rest] = [0, PORTION];
  for (let at = 0; at < bytes.length && parts.length <= max; ) {
    const found = bytes.indexOf(LF, at);
    const end = found < 0 ? bytes.length : found;
    line++;
    if (end - at > LONGEST) throw new Refusal('malformed_json', `Line ${line} is longer than ${LONGEST} bytes`);
    const text = bytes.toString('utf8', at, end).trim();
    at = end + 1;
    if (text === '') continue;
    parts.push(checkLine(text, line));
    lines.push(line);
    if (at < rest) continue;
    rest = at + PORTION;
    await turn();
  }
  // Every part is one JSON value, so that no line can hold two records or a part of one.
  const { value, faults } = await parseJsonInPortions(Buffer.from(`{"${list}":[${parts.join()}]}`), list);
  return { records: (value as Record<string, unknown[]>)[list]!, lines, faults };
}

function checkLine(text: string, line: number): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new Refusal('malformed_json', `Line ${line} is not valid JSON: ${(error as Error).message}`);
  }
}
