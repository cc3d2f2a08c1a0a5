import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';

/**
 * Compiles a serialiser from the contract. It drops fields that the schema does not name and writes bigint as an
 * integer.
 */
export function serialiser<Value>(schema: TSchema): (value: Value) => string {
  return fastJson(schema as never) as (value: Value) => string;
}

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/**
 * Writes JSON with amounts as exact integers, also beyond 2^53. It serves rare answers, and those whose amounts may be
 * null.
 */
export const toJson = (value: object): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? rawJSON(inner.toString()) : inner));
