import { isCallbackUrl } from './callback-url.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** True: the provider accepts the value. It takes numbers and their texts alike. */
export type Rule = (value: unknown) => boolean;

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const matching =
  (form: RegExp): Rule =>
  (value) =>
    form.test(textOf(value));

export const shortCode = matching(/^\d{5,7}$/);
export const phone = matching(/^254(7|1)\d{8}$/);
export const stamp: Rule = (value) => {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(\d{6})$/.exec(textOf(value)) ?? [];
  const clock = time?.replace(/(..)(..)(..)/, '$1:$2:$3');
  return year !== undefined && !Number.isNaN(Date.parse(`${year}-${month}-${day}T${clock}Z`));
};
export const url: Rule = isCallbackUrl;
export const oneOf =
  (...values: readonly string[]): Rule =>
  (value) =>
    values.includes(textOf(value));

/** @param most characters */
export const text =
  (least: number, most: number): Rule =>
  (value) => {
    const { length } = textOf(value);
    return length >= least && length <= most;
  };

export const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || value === null || value === '' || rule(value);

/** Whole shillings. */
export const shillings =
  (least: number, most: number): Rule =>
  (value) =>
    /^[1-9]\d{0,6}(\.0+)?$/.test(textOf(value)) && Number(value) >= least && Number(value) <= most;

/** @returns the name of the first field that the provider refuses, in the order of the rules */
export function firstInvalid(body: Fields, rules: Readonly<Record<string, Rule>>): string | null {
  return Object.keys(rules).find((name) => !rules[name]!(body[name])) ?? null;
}

/** @returns minor units of a valid amount in shillings */
export const minorOf = (value: unknown): bigint => BigInt(textOf(value).split('.')[0]!) * 100n;
