import { type Column, int2Column, int4Column, textColumn, timeColumn } from '../db/columns.ts';

/** One request as it is kept. */
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

/** Requests that one statement will write, already in the form in which it takes them. */
export type Rows = {
  readonly count: number;
  /** Of what is long in them. */
  readonly characters: number;
  /** Bytes of memory that they hold, used or not. */
  readonly held: number;
  /** @returns the characters of what is long in it */
  add(row: Logged): number;
  /** The statement's parameters. @throws Error where a row was added by half: its neighbours would have each other's answers */
  values(): Buffer[];
  clear(): void;
};

export function openRows(): Rows {
  // In the order of the statement's columns.
  const columns = {
    world: int4Column(),
    id: textColumn(),
    at: timeColumn(),
    method: textColumn(),
    path: textColumn(),
    status: int2Column(),
    durationMs: int4Column(),
    errorCode: textColumn(),
    keyId: textColumn(),
    personId: textColumn(),
    idempotencyKey: textColumn(),
    address: textColumn(),
    requestBody: textColumn(),
    responseBody: textColumn(),
  } satisfies { [Name in keyof Logged]: Column<NonNullable<Logged[Name]>> };
  const all = Object.values(columns);
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
      return all.reduce((sum, column) => sum + column.held, 0);
    },
    add(row) {
      columns.world.push(row.world);
      columns.id.push(row.id);
      columns.at.push(row.at);
      columns.method.push(row.method);
      columns.path.push(row.path);
      columns.status.push(row.status);
      columns.durationMs.push(row.durationMs);
      columns.errorCode.push(row.errorCode);
      columns.keyId.push(row.keyId);
      columns.personId.push(row.personId);
      columns.idempotencyKey.push(row.idempotencyKey);
      columns.address.push(row.address);
      columns.requestBody.push(row.requestBody);
      columns.responseBody.push(row.responseBody);
      const { path, requestBody, responseBody } = row;
      const long = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
      count++;
      characters += long;
      return long;
    },
    values: () => {
      if (all.some(({ length }) => length !== count)) throw new Error('a row of the request log is not whole');
      return all.map((column) => column.array());
    },
    clear() {
      count = 0;
      characters = 0;
      for (const column of all) column.clear();
    },
  };
}
