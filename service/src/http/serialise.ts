import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';

/** A serialiser compiled from the contract: fields that the schema does not name never leave, bigint becomes an integer. */
export function serialiser<Value>(schema: TSchema): (value: Value) => string {
  return fastJson(schema as never) as (value: Value) => string;
}

/** As JSON, amounts as integers: for what is asked for seldom, or has amounts that may be null. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? Number(inner) : inner));
