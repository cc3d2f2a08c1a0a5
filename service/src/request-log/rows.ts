import { openCopyRows } from '../db/copy.ts';

/** One request as it is stored. */
export type Logged = {
  readonly world: number;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly errorCode: string | null;
  readonly keyId: string | null;
  readonly personId: string | null;
  readonly idempotencyKey: string | null;
  readonly address: string | null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
};

/** Requests for one statement, already encoded for it. */
export type Rows = {
  readonly count: number;
  /** The number of characters in their long texts. */
  readonly characters: number;
  /** Bytes of memory that they occupy, used or not. */
  readonly held: number;
  /** @returns the number of characters in its long texts */
  add(row: Logged): number;
  /** For COPY, in the order of `requestColumns`. */
  data(): Buffer;
  clear(): void;
};

/** The columns of the table, in the order in which `add` writes them. */
export const requestColumns = [
  'world',
  'id',
  'at',
  'method',
  'path',
  'status',
  'duration_ms',
  'error_code',
  'key_id',
  'person_id',
  'idempotency_key',
  'address',
  'request_body',
  'response_body',
];

export function openRows(): Rows {
  const rows = openCopyRows();
  let count = 0;
  let characters = 0;
  return {
    get count() {
      return count;
    },
    get characters() {
      return characters;
    },
    get held() {
      return rows.held;
    },
    add(row) {
      rows.begin(requestColumns.length);
      rows.int4(row.world);
      rows.text(row.id);
      rows.time(row.at);
      rows.text(row.method);
      rows.text(row.path);
      rows.int2(row.status);
      rows.int4(row.durationMs);
      rows.text(row.errorCode);
      rows.text(row.keyId);
      rows.text(row.personId);
      rows.text(row.idempotencyKey);
      rows.text(row.address);
      rows.text(row.requestBody);
      rows.text(row.responseBody);
      rows.end();
      const { path, requestBody, responseBody } = row;
      const long = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
      count++;
      characters += long;
      return long;
    },
    data: rows.data,
    clear() {
      count = 0;
      characters = 0;
      rows.clear();
    },
  };
}
