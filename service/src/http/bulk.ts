import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Bulk, Route } from '../../../contract/src/route.ts';
import { type Detail, invalidField, Refusal } from '../kernel/refusal.ts';
import { canonical } from './body/canonical.ts';
import { checkString, parseJsonInPortions } from './body/json.ts';
import { readCsv } from './csv.ts';
import { readNdjson } from './ndjson.ts';
import { type BulkValidator, compileBulk, MAX_DETAILS, refuseAll } from './validate.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The form of a body. */
export type BulkForm = 'json' | 'csv' | 'ndjson';
type Given = { readonly form: BulkForm; readonly bytes: Buffer; readonly query: Fields };

export type BulkReader = {
  /** @throws Refusal for invalid JSON, or for a table without the right columns */
  parse(given: Given): Promise<Parsed>;
  /**
   * The part of the body to log: null for a file, and for a body that is long because of something other than its list.
   */
  opening(parsed: Parsed): unknown;
  /** @throws Refusal for an invalid body, naming up to 100 of its faults */
  check(parsed: Parsed, examiner: Examiner): Promise<BulkBody>;
};
/** Checks of records beyond their schema. */
export type Examiner = {
  /**
   * Called in the order of the list, also for records that fail their schema: any field may have any value.
   * @param nameOf how the client knows another record: `items[3]`, or `line 5` of a file
   */
  examine(record: unknown, index: number, nameOf: (index: number) => string): readonly Detail[];
  /**
   * Checks that need the database. Called only if the body is refused anyway and everything but the records is valid.
   */
  lookFurther(fields: Fields): Promise<readonly Detail[]>;
};
type Parsed = {
  readonly fields: unknown;
  /** The line of each record of a CSV or NDJSON file. */
  readonly lines: readonly number[] | null;
  /** Faults of single fields and records that were found while reading. */
  readonly faults: readonly Detail[];
};
export type BulkBody = {
  readonly fields: Fields;
  /** The same for the same content, whatever its order of fields and white space. */
  digest(): Promise<string>;
};

/**
 * Records to process before the event loop gets a turn: a few milliseconds. A short request waits for one portion at
 * each of its steps.
 */
const PORTION = 64;

/** Reads the bodies of a route that takes long lists, as JSON, CSV or NDJSON: strictly, and in portions. */
export function bulkReader(route: Route & { bulk: Bulk }): BulkReader {
  const { list } = route.bulk;
  const validator = compileBulk(route.body!, list);
  return {
    parse: async ({ form, bytes, query }) => {
      if (form === 'ndjson') {
        if (!isUtf8(bytes)) throw new Refusal('malformed_json', 'The body is not valid UTF-8');
        const { records, lines, faults } = await readNdjson(bytes, list, validator.max);
        return { fields: fromQuery(query, list, records), lines, faults };
      }
      if (form === 'json') {
        refuseQuery(query);
        const { value, faults } = await parseJsonInPortions(bytes, list);
        return { fields: value, lines: null, faults };
      }
      const { records, lines, faults } = await readCsv(bytes, route.bulk, validator.max, query);
      return { fields: fromQuery(query, list, records), lines, faults };
    },
    opening: ({ fields, lines }) => (lines === null ? openingOf(fields, list) : null),
    check: async (parsed, examiner) => {
      const refusal = await findFaults(parsed, list, validator, examiner);
      if (refusal) throw atItsLine(refusal, list, parsed.lines);
      const fields = parsed.fields as Fields;
      return { fields, digest: () => digestInPortions(fields, list) };
    },
  };
}

/** In characters: the part of a body of up to 5 MiB that is prepared for the log. The log keeps a third of it. */
const OPENING = 24 * 1024;

/**
 * Keeps more records than the log has room for, but not all. The log masks secrets in this part first and cuts it
 * afterwards.
 */
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
  return JSON.stringify(opening).length > 4 * OPENING ? null : opening;
}

function refuseQuery(query: Fields): void {
  const [name] = Object.keys(query);
  if (name !== undefined) throw invalidField(name, 'belongs_in_body');
}

function fromQuery(query: Fields, list: string, records: readonly unknown[]): Fields {
  for (const [name, value] of Object.entries(query)) checkString(name, String(value));
  return { ...query, [list]: records };
}

const nothing: Detail[] = [];

/** Runs all checks on each record, so that a fault in one does not hide those of another. */
async function findFaults(
  { fields, lines, faults: read }: Parsed,
  list: string,
  validator: BulkValidator,
  { examine, lookFurther }: Examiner,
): Promise<Refusal | null> {
  const readOf = Map.groupBy(read, ({ param }) => indexOf(param, list));
  const kept = onePerField([...(readOf.get(-1) ?? []), ...validator.checkEnvelope(fields)]);
  let count = kept.length;
  const isGood = count === 0;
  const records = (fields as Fields | null)?.[list];
  const nameOf = (i: number) => (lines ? `line ${lines[i]}` : `${list}[${i}]`);
  if (Array.isArray(records) && records.length <= validator.max) {
    for (const [i, record] of records.entries()) {
      if (i % PORTION === PORTION - 1) await turn();
      const asRead = readOf.get(i) ?? nothing;
      // A value that is not a record has no fields to report.
      const isNone = asRead.some(({ param }) => param === `${list}[${i}]`);
      const found = isNone
        ? asRead
        : onePerField(asRead.concat(validator.checkRecord(record, i), examine(record, i, nameOf)));
      if (found.length === 0) continue;
      count += found.length;
      // All faults are counted, but those beyond the limit are not kept.
      if (kept.length < MAX_DETAILS) kept.push(...found);
    }
    if (isGood && count > 0) {
      const further = await lookFurther(fields as Fields);
      kept.push(...further);
      count += further.length;
    }
  }
  kept.sort((a, b) => indexOf(a.param, list) - indexOf(b.param, list));
  return count > 0 ? refuseAll(kept, count) : null;
}

/** Further faults of a field usually have the same cause, so the first is enough. */
function onePerField(found: Detail[]): Detail[] {
  if (found.length < 2) return found;
  const named = new Set<string>();
  return found.filter(({ param }) => !named.has(param) && named.add(param));
}

/** The index of the record that has the fault; -1 for the body's own fields. */
function indexOf(param: string | undefined, list: string): number {
  const path = param?.startsWith(`${list}[`) ? /^\d+(?=\])/.exec(param.slice(list.length + 1)) : null;
  return path ? Number(path[0]) : -1;
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

/** Adds the line of the client's CSV file to a refusal: `items[3]` is its `line 5`. */
export function atItsLine(refusal: Refusal, list: string, lines: readonly number[] | null | undefined): Refusal {
  if (!lines) return refusal;
  const lineOf = (param: string | undefined) => lines[indexOf(param, list)];
  const at = (line: number | undefined, message: string) => (line === undefined ? message : `line ${line}: ${message}`);
  const details = refusal.details?.map((one) => {
    const line = lineOf(one.param);
    return line === undefined ? one : { ...one, message: at(line, one.message), values: { ...one.values, line } };
  });
  return new Refusal(refusal.code, at(lineOf(refusal.param), refusal.message), {
    ...(refusal.param === undefined ? {} : { param: refusal.param }),
    ...(details ? { details } : {}),
  });
}
