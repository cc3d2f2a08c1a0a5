import type { ErrorObject } from 'ajv';

const examples: Record<string, string> = {
  'date-time': 'an RFC 3339 time such as 2026-01-31T09:30:00Z',
  date: 'a date such as 2026-01-31',
  uri: 'a whole URL such as https://shop.example/hook',
  email: 'an e-mail address such as ama@shop.example',
};

const types: Record<string, string> = {
  integer: 'a whole number (no quotes around it)',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
  null: 'null',
};

const CURRENCY = '^[A-Z]{3}$';
/** Finds the prefix of an id, or several alternatives. */
const ID = /^\^\(?((?:[a-z]+\|?)+)\)?_/;

/**
 * Says what a value must be, so that the reader knows what to send. The text continues a sentence that begins with the
 * field.
 */
export function explainFault({ keyword, params, message, data }: ErrorObject): string {
  const { limit } = params;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'enum':
      return `must be one of: ${params.allowedValues.map(String).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => types[type] ?? type)
        .join(' or ')}`;
    case 'pattern':
      return `must ${formOf(params.pattern, data)}`;
    case 'format':
      return `must be ${examples[params.format] ?? `a valid ${params.format}`}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${count(limit, 'character')}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${count(limit, 'item')}`;
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'field')}`;
    case 'maxProperties':
      return `must have at most ${count(limit, 'field')}`;
    case 'uniqueItems':
      return `must not contain the same item twice: items ${params.j} and ${params.i} are the same`;
    case 'anyOf':
    case 'oneOf':
      return 'does not match any of the allowed forms';
    default:
      return message ?? 'is not valid';
  }
}

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

function formOf(pattern: string, data: unknown): string {
  if (pattern === CURRENCY) {
    const inCapitals = String(data).toUpperCase();
    return /^[A-Z]{3}$/.test(inCapitals)
      ? `be an ISO 4217 code: write ${inCapitals} in capitals`
      : 'be an ISO 4217 code such as XOF';
  }
  const prefixes = ID.exec(pattern)?.[1]?.split('|');
  return prefixes ? `be an id that begins with ${prefixes.map((one) => `${one}_`).join(' or ')}` : `match ${pattern}`;
}
