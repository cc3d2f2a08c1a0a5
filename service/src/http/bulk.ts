import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Bulk, Route } from '../../../contract/src/route.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import { readCsv } from './csv.ts';
import { checkString, parseJsonInPortions } from './json.ts';
import { type BulkValidator, compileBulk, MAX_DETAILS } from './validate.ts';

type Fields = Readonly<Record<string, unknown>>;
type Given = { readonly isCsv: boolean; readonly bytes: Buffer; readonly query: Fields };

export type BulkReader = {
  /** @throws Refusal for what is no JSON, or no table with the right columns */
  parse(given: Given): Promise<Parsed>;
  /** What of it is logged: null for a file, and for what something else than the list makes long. */
  opening(parsed: Parsed): unknown;
  /** @throws Refusal for a body that is not acceptable, naming up to 100 of its faults */
  check(parsed: Parsed): Promise<BulkBody>;
};
/** `lines`: of a CSV file's records. */
type Parsed = { readonly fields: unknown; readonly lines: readonly number[] | null };
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
    parse: async ({ isCsv, bytes, query }) => {
      if (!isCsv) {
        refuseQuery(query);
        return { fields: await parseJsonInPortions(bytes), lines: null };
      }
      const { records, lines } = await readCsv(bytes, csv, validator.max);
      return { fields: fromQuery(query, list, records), lines };
    },
    opening: ({ fields, lines }) => (lines === null ? openingOf(fields, list) : null),
    check: async ({ fields, lines }) => {
      const place = (refusal: Refusal) => (lines ? withLines(refusal, list, lines) : refusal);
      try {
        await validateInPortions(fields, list, validator);
      } catch (error) {
        throw error instanceof Refusal ? place(error) : error;
      }
      return { fields: fields as Fields, place, digest: () => digestInPortions(fields as Fields, list) };
    },
  };
}

/** Of a body's 5 MiB so many characters are looked at for the log, which keeps an eighth of them. */
const OPENING = 64 * 1024;

/** A body with more of its records than the log has room for, and not all. It is masked whole, and cut then. */
function openingOf(fields: unknown, list: string): unknown {
  const records = (fields as Fields | null)?.[list];
  let opening = fields;
  if (Array.isArray(records)) {
    let count = 0;
    for (let length = 0; length < OPENING && count < records.length; count++) {
      length += JSON.stringify(records[count]).length;
    }
    opening = { ...(fields as Fields), [list]: records.slice(0, count) };
  }
  return JSON.stringify(opening).length > 2 * OPENING ? null : opening;
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
  let more = 0;
  const records = (body as Fields | null)?.[list];
  if (Array.isArray(records) && records.length <= validator.max) {
    for (const [i, record] of records.entries()) {
      if (i % PORTION === PORTION - 1) await turn();
      const found = validator.checkRecord(record, i);
      // All are counted; those that would not be named are not kept.
      if (faults.length < MAX_DETAILS) faults.push(...found);
      else more += found.length;
    }
  }
  if (faults.length > 0) throw validator.refuse(faults, more);
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
