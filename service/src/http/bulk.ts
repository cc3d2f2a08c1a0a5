import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Bulk, Route } from '../../../contract/src/route.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import { readCsv } from './csv.ts';
import { checkString, parseJsonInPortions } from './json.ts';
import { type BulkValidator, compileBulk } from './validate.ts';

type Fields = Readonly<Record<string, unknown>>;
type Given = { readonly isCsv: boolean; readonly bytes: Buffer; readonly query: Fields };

export type BulkReader = {
  /** @throws Refusal for a body that is not acceptable, naming up to 100 of its faults */
  read(given: Given): Promise<BulkBody>;
};
export type BulkBody = {
  readonly fields: Fields;
  /** The same for the same content, whatever its order of fields and white space. */
  digest(): Promise<string>;
  /** For CSV: the refusal with the line of each item that it names. */
  place(refusal: Refusal): Refusal;
};

/** Between so many records others have their turn: 5 MiB at once would hold them up for a tenth of a second. */
const PORTION = 250;

/** Reads the bodies of a route that takes long lists, as JSON or as CSV: strictly, and a portion at a time. */
export function bulkReader(route: Route & { bulk: Bulk }): BulkReader {
  const { list, csv } = route.bulk;
  const validator = compileBulk(route.body!, list);
  return {
    read: async ({ isCsv, bytes, query }) => {
      if (!isCsv) refuseQuery(query);
      const table = isCsv ? await readCsv(bytes, csv, validator.max) : null;
      const fields = table ? fromQuery(query, list, table.records) : await parseJsonInPortions(bytes);
      const place = (refusal: Refusal) => (table ? withLines(refusal, list, table.lines) : refusal);
      try {
        await validateInPortions(fields, list, validator);
      } catch (error) {
        throw error instanceof Refusal ? place(error) : error;
      }
      return { fields: fields as Fields, place, digest: () => digestInPortions(fields as Fields, list) };
    },
  };
}

function refuseQuery(query: Fields): void {
  const [name] = Object.keys(query);
  if (name !== undefined) throw invalidField(name, 'stands in the body, where the body is JSON');
}

function fromQuery(query: Fields, list: string, records: readonly unknown[]): Fields {
  for (const [name, value] of Object.entries(query)) checkString(name, String(value));
  return { ...query, [list]: records };
}

async function validateInPortions(body: unknown, list: string, validator: BulkValidator): Promise<void> {
  const faults = validator.checkEnvelope(body);
  const records = (body as Fields | null)?.[list];
  if (Array.isArray(records) && records.length <= validator.max) {
    for (const [i, record] of records.entries()) {
      if (i % PORTION === PORTION - 1) await turn();
      faults.push(...validator.checkRecord(record, i));
      if (faults.length >= 100) break;
    }
  }
  if (faults.length > 0) throw validator.refuse(faults);
}

async function digestInPortions(fields: Fields, list: string): Promise<string> {
  const { [list]: records, ...rest } = fields;
  const hash = createHash('sha256').update(canonical(rest));
  for (const [i, record] of (records as unknown[]).entries()) {
    if (i % PORTION === PORTION - 1) await turn();
    hash.update(canonical(record));
  }
  return hash.digest('hex');
}

/** `items[3]` is `line 5` of the file that the client sent. */
function withLines(refusal: Refusal, list: string, lines: readonly number[]): Refusal {
  const lineOf = (param: string | undefined) => {
    const index = new RegExp(`^${list}\\[(\\d+)\\]`).exec(param ?? '')?.[1];
    return index === undefined ? '' : `line ${lines[Number(index)]}: `;
  };
  return new Refusal(refusal.code, lineOf(refusal.param) + refusal.message, {
    ...(refusal.param === undefined ? {} : { param: refusal.param }),
    ...(refusal.details
      ? { details: refusal.details.map((one) => ({ ...one, message: lineOf(one.param) + one.message })) }
      : {}),
  });
}
