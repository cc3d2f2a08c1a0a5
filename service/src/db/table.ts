import { bools, byteas, float8s, int2s, int4s, int8s, jsonbs, jsons, texts, times } from './arrays.ts';
import type { Statement } from './statement.ts';

/**
 * A feature writes the columns of its table once, as a map: `{ world: int4, id: text, amount: int8 }`. The map gives the type of
 * a row, the list of columns, and for statements over arrays the `unnest` of each parameter and the parameter itself.
 */
export type Columns = Readonly<Record<string, Column<never>>>;

export type Column<Value> = {
  /** As SQL writes it. */
  readonly type: string;
  readonly array: (values: readonly Value[]) => Buffer;
  /** Turns a value into its element of the array. Without it the value is the element. */
  readonly convert?: (value: Value) => unknown;
  /** The SQL cast from the parameter's type to the column's. */
  readonly cast?: string;
  /** The alias of another table whose column it is: it is read with the row and never inserted. */
  readonly joined?: string;
  /** An insert leaves it to the column's default. */
  readonly later?: true;
};

export type RowOf<Map extends Columns> = {
  -readonly [Name in keyof Map]: Map[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(type: string, array: (values: readonly Value[]) => Buffer): Column<Value> => ({ type, array });

export const bool = column<boolean>('boolean', bools);
export const int2 = column<number>('smallint', int2s);
export const int4 = column<number>('int', int4s);
export const int8 = column<bigint>('bigint', int8s);
export const float8 = column<number>('float8', float8s);
export const text = column<string>('text', texts);
export const bytea = column<Buffer>('bytea', byteas);
export const timestamptz = column<Date>('timestamptz', times);
/** Filled with text that is JSON already. */
export const json = column<string>('json', jsons);

/** Text that is one of these words. */
export const textOf = <Word extends string>(): Column<Word> => text as Column<string> as Column<Word>;

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
const asJson =
  (type: string, array: (values: readonly (string | null)[]) => Buffer, cast?: string) =>
  <Value>(): Column<Value> => ({
    type,
    array: array as (values: readonly unknown[]) => Buffer,
    convert: toJson,
    ...(cast && { cast }),
  });

export const jsonb = asJson('jsonb', jsonbs);
/** A jsonb whose parameter is text. */
export const jsonbAsText = asJson('text', texts, '::jsonb');

/** Every kind of array but bytea's takes null. */
export const nullable = <Value>(of: Column<Value>): Column<Value | null> => of as Column<never> as Column<Value | null>;
export const joined = <Value>(of: Column<Value>, alias: string): Column<Value> => ({ ...of, joined: alias });
export const later = <Value>(of: Column<Value>): Column<Value> => ({ ...of, later: true });

/** The primary key of most tables of tenants. */
export const key = { world: int4, id: text } as const;

export function pick<Map extends Columns, Name extends keyof Map & string>(map: Map, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, map[name]])) as Pick<Map, Name>;
}

/** `p.world, w.livemode, p.id, …` */
export const listOf = (map: Columns, alias: string): string =>
  Object.entries(map)
    .map(([name, { joined = alias }]) => `${joined}.${name}`)
    .join(', ');

/** `status = n.status, failure = n.failure, …` */
export const assigned = (map: Columns): string =>
  Object.entries(map)
    .map(([name, { cast = '' }]) => `${name} = n.${name}${cast}`)
    .join(', ');

/** A column of an array that is filled from rows which have its value under another name, or compute it. */
export type Source<Row> = Pick<Column<never>, 'type' | 'cast'> & { readonly encode: (rows: readonly Row[]) => Buffer };

export function from<Value>(of: Column<Value>): Source<Value>;
export function from<Row, Value>(of: Column<Value>, read: (row: Row) => Value): Source<Row>;
/** Without `read` the rows themselves are the values. */
export function from<Row, Value>(
  { type, cast, array, convert }: Column<Value>,
  read?: (row: Row) => Value,
): Source<Row> {
  const value = read && convert ? (row: Row) => convert(read(row)) : (read ?? convert);
  const values = value as ((row: Row) => Value) | undefined;
  return {
    type,
    encode: (rows) => array(values ? rows.map(values) : (rows as readonly unknown[] as readonly Value[])),
    ...(cast && { cast }),
  };
}

/** A loop: `map` with a function that reads any column took a batch of 500 payments 50 µs longer. */
function named<Row>(name: keyof Row, { type, cast, array, convert }: Column<never>): Source<Row> {
  return {
    type,
    encode: (rows) => {
      const values = new Array<unknown>(rows.length);
      if (convert) for (let i = 0; i < rows.length; i++) values[i] = convert(rows[i]![name] as never);
      else for (let i = 0; i < rows.length; i++) values[i] = rows[i]![name];
      return array(values as never[]);
    },
    ...(cast && { cast }),
  };
}

export type Arrays<Row> = {
  /** `world, id, …` */
  readonly names: string;
  /** `unnest($1::int[]) AS world, unnest($2::text[]) AS id, …` */
  readonly unnest: string;
  /** The same without names, for a SELECT that is inserted. */
  readonly unnamed: string;
  /** The number of the first parameter after these. */
  readonly next: number;
  /** The parameters. */
  of(rows: readonly Row[]): Buffer[];
};

export type ArrayOptions = {
  /** The number of the first parameter. */
  readonly first?: number;
  /** Hides from the planner how many rows there are: it would plan a small batch again each time. */
  readonly hidden?: boolean;
};

/** Arrays that are filled from rows of any shape, each by its `from`. */
export function arraysFrom<Row>(
  sources: Readonly<Record<string, Source<Row>>>,
  { first = 1, hidden = false }: ArrayOptions = {},
): Arrays<Row> {
  const names = Object.keys(sources);
  const list = Object.values(sources);
  const taken = list.map(({ type }, i) => {
    const parameter = `$${first + i}::${type}[]`;
    return hidden ? `unnest((SELECT ${parameter}))` : `unnest(${parameter})`;
  });
  return {
    names: names.join(', '),
    unnest: taken.map((array, i) => `${array} AS ${names[i]}`).join(', '),
    unnamed: taken.join(', '),
    next: first + list.length,
    of: (rows) => list.map(({ encode }) => encode(rows)),
  };
}

/** Arrays that are filled from rows with the columns' own names. */
export function arraysOf<Map extends Columns>(map: Map, options?: ArrayOptions): Arrays<Readonly<RowOf<Map>>> {
  type Row = Readonly<RowOf<Map>>;
  const sources = Object.entries(map).map(([name, of]) => [name, named<Row>(name as keyof Row, of)] as const);
  return arraysFrom<Row>(Object.fromEntries(sources), options);
}

/** Which records: worlds and ids. */
export const keys = arraysOf(key);

export type InsertMany<Row> = { readonly statement: Statement; values(rows: readonly Row[]): Buffer[] };

/**
 * Inserts rows of a table. A new column of the map is inserted too, unless it is `later` or `joined`.
 *
 * @param options.set SQL in the place of a row's value, over the columns of the same row; `$next` is the first parameter after the arrays
 * @param options.last columns that come after all others, in this order: those that the table got later
 */
export function insertMany<Map extends Columns>(
  name: string,
  table: string,
  map: Map,
  {
    set = {},
    last = [],
  }: { readonly set?: { [Name in keyof Map]?: string }; readonly last?: (keyof Map & string)[] } = {},
): InsertMany<Readonly<RowOf<Map>>> {
  const inserted = Object.keys(map).filter((column) => !map[column]!.later && !map[column]!.joined);
  const names = [...inserted.filter((column) => !last.includes(column)), ...last];
  const arrays = arraysOf<Map>(pick(map, ...names.filter((column) => set[column] === undefined)) as Map);
  const values = names.map((column) => set[column] ?? `${column}${map[column]!.cast ?? ''}`);
  const sql = `
    INSERT INTO ${table} (${names.join(', ')})
    SELECT ${values.join(', ').replaceAll('$next', () => `$${arrays.next}`)}
    FROM (SELECT ${arrays.unnest}) AS n`;
  return { statement: { name, text: sql }, values: arrays.of };
}
