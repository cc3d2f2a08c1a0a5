import type { ErrorObject } from 'ajv';
import { type Fault, fault } from '../../../../contract/src/reasons.ts';

const formats: Readonly<Record<string, Fault>> = {
  'date-time': fault('not_time'),
  date: fault('not_date'),
  uri: fault('not_url'),
  email: fault('not_email'),
};

const types: Readonly<Record<string, Fault>> = {
  integer: fault('not_integer'),
  string: fault('not_string'),
  boolean: fault('not_boolean'),
  array: fault('not_array'),
  object: fault('not_object'),
};

/** For a value that may have several types. */
const typeNames: Readonly<Record<string, string>> = {
  ...{ integer: 'a whole number', number: 'a number', string: 'a string', boolean: 'true or false', array: 'an array' },
  ...{ object: 'a JSON object', null: 'null' },
};

const CURRENCY = '^[A-Z]{3}$';
/** Finds the prefix of an id, or several alternatives. */
const ID = /^\^\(?((?:[a-z]+\|?)+)\)?_/;

/** Says what a value must be, so that the reader knows what to send. */
export function explainFault({ keyword, params, data }: ErrorObject): Fault {
  const { limit } = params;
  switch (keyword) {
    case 'text':
      return params as Fault;
    case 'required':
      return fault('required');
    case 'additionalProperties':
      return fault('unknown_field');
    case 'enum':
      return fault('not_allowed', { allowed: params.allowedValues.map(String) });
    case 'const':
      return fault('not_fixed_value', { expected: JSON.stringify(params.allowedValue) });
    case 'minimum':
      return fault('too_small', { minimum: limit });
    case 'maximum':
      return fault('too_large', { maximum: limit });
    case 'type':
      return faultOfType([params.type].flat());
    case 'pattern':
      return faultOfPattern(params.pattern, data);
    case 'format':
      return formats[params.format] ?? fault('wrong_format', { format: params.format });
    case 'minLength':
      return limit === 1 ? fault('empty') : fault('too_short', { minimum: limit });
    case 'maxLength':
      return fault('too_long', { maximum: limit });
    case 'minItems':
      return limit === 1 ? fault('empty') : fault('too_few_items', { minimum: limit });
    case 'maxItems':
      return fault('too_many_items', { maximum: limit });
    case 'minProperties':
      return limit === 1 ? fault('empty') : fault('too_few_fields', { minimum: limit });
    case 'maxProperties':
      return fault('too_many_fields', { maximum: limit });
    case 'uniqueItems':
      return fault('same_item_twice', { first: params.j, second: params.i });
    case 'anyOf':
    case 'oneOf':
      return fault('no_allowed_form');
    default:
      return fault('not_valid');
  }
}

function faultOfType(expected: readonly string[]): Fault {
  const only = expected.length === 1 ? types[expected[0]!] : undefined;
  return only ?? fault('wrong_type', { expected: expected.map((type) => typeNames[type] ?? type) });
}

function faultOfPattern(pattern: string, data: unknown): Fault {
  if (pattern === CURRENCY) {
    const code = String(data).toUpperCase();
    return /^[A-Z]{3}$/.test(code) ? fault('not_in_capitals', { code }) : fault('not_currency');
  }
  const prefixes = ID.exec(pattern)?.[1]?.split('|');
  return prefixes ? fault('not_id', { prefix: prefixes.map((one) => `${one}_`) }) : fault('wrong_pattern', { pattern });
}
