import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { ErrorCode } from '../../../contract/src/errors.ts';
import { type Fault, fault } from '../../../contract/src/reasons.ts';
import { faultOfText, normaliseText, type TextKind } from '../../../contract/src/text.ts';
import { withKinds } from '../../../contract/src/text-schema.ts';
import { type Detail, detailOf, Refusal } from '../kernel/refusal.ts';
import { shownKey } from './body/json.ts';
import { explainFault } from './connection/explain-fault.ts';

/** The most faults that a refusal names. */
export const MAX_DETAILS = 100;

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** Numbers in a query are converted from strings, because a query has only strings. A body is not converted. */
const compilers = {
  body: new Ajv({ allErrors: true, coerceTypes: false, useDefaults: false, strict: false, verbose: true }),
  querystring: new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false, verbose: true }),
};

/** The most UTF-16 units that NFC composes into one character, times two. */
const LONGEST_SPELLING = 16;

/**
 * Replaces a text by its normal form, before its length and format are checked. The fingerprint, the record and the
 * answer see only that form.
 */
const readText: SchemaValidateFunction = (kind: TextKind, text: string, schema, context) => {
  // Too long in any form: `maxLength` refuses it. NFC takes quadratic time in consecutive combining marks.
  if (text.length > LONGEST_SPELLING * Number(schema?.maxLength ?? Infinity)) return true;
  const found = faultOfText(text, kind, Number(schema?.minLength ?? 0) === 0);
  readText.errors = found === null ? [] : [{ keyword: 'text', params: found }];
  if (found !== null) return false;
  context!.parentData[context!.parentDataProperty] = normaliseText(text, kind);
  return true;
};

for (const ajv of Object.values(compilers)) {
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addKeyword({
    keyword: 'text',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: true,
    validate: readText,
  });
}

export type Validator = { (data: unknown): boolean; errors: ErrorObject[] | null };

/** Routes share schemas, and services of one process share all. */
const compiled = {
  body: new WeakMap<object, ValidateFunction>(),
  querystring: new WeakMap<object, ValidateFunction>(),
};

/** Compiled at first use: compiling all routes would take a fifth of the service's start time. */
export function compileSchema(schema: object, part: Part): Validator {
  const kind = part === 'body' ? 'body' : 'querystring';
  const validate: Validator = (data) => {
    let check = compiled[kind].get(schema);
    if (!check) {
      check = compilers[kind].compile(withKinds(schema)) as ValidateFunction;
      compiled[kind].set(schema, check);
    }
    const valid = check(data);
    validate.errors = check.errors ?? null;
    return valid;
  };
  validate.errors = null;
  return validate;
}

/** Checks of a body with a long list, for a reader that works in portions. */
export type BulkValidator = {
  /** The most records that the list may have. */
  readonly max: number;
  /** Checks everything but the records. */
  checkEnvelope(body: unknown): readonly Detail[];
  checkRecord(record: unknown, index: number): readonly Detail[];
};

const nothing: readonly Detail[] = [];

export function compileBulk(schema: object, list: string): BulkValidator {
  const { properties } = schema as { properties: Record<string, { items: object; maxItems: number }> };
  const { items, ...bounds } = properties[list]!;
  const envelope = compileSchema({ ...schema, properties: { ...properties, [list]: bounds } }, 'body');
  const record = compileSchema(items, 'body');
  return {
    max: bounds.maxItems,
    checkEnvelope: (body) => (envelope(body) ? nothing : envelope.errors!.filter(isFault).map(toDetail)),
    checkRecord: (value, index) =>
      record(value)
        ? nothing
        : record
            .errors!.filter(isFault)
            .map((error) => toDetail({ ...error, instancePath: `/${list}/${index}${error.instancePath}` })),
  };
}

/**
 * Turns all faults that the schema found into one refusal. A path parameter of the wrong form names nothing that
 * exists, so it is 404.
 */
export function refuseInvalid(errors: readonly ErrorObject[], part: Part): Refusal {
  if (part === 'params') return new Refusal('not_found');
  const faults = errors.filter(isFault);
  const details = faults.slice(0, MAX_DETAILS).map(toDetail);
  return details.length > 0 ? refuseAll(details, faults.length) : new Refusal('validation_failed');
}

/** One refusal for several faults. `count` includes faults beyond 100, which were not kept. */
export function refuseAll(details: readonly Detail[], count = details.length): Refusal {
  const first = details[0]!;
  const code = details.every((detail) => detail.code === first.code) ? first.code : 'validation_failed';
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return new Refusal(code as 'validation_failed', `${first.param}: ${first.message}${more}`, {
    param: first.param,
    details: details.slice(0, MAX_DETAILS),
  });
}

/** Ajv reports these keywords in addition to the fault that caused them. */
const isFault = ({ keyword }: ErrorObject) => keyword !== 'if' && keyword !== 'propertyNames';

function toDetail(error: ErrorObject): Detail {
  const parent = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => shownKey(step.replaceAll('~1', '/').replaceAll('~0', '~')))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');
  const child = (name: string) => (parent ? `${parent}.${shownKey(name)}` : shownKey(name));
  const found = explainFault(error);
  switch (error.keyword) {
    case 'required':
      return detail(child(error.params.missingProperty), found);
    case 'additionalProperties':
      return detail(child(error.params.additionalProperty), found);
    case 'minimum':
    case 'maximum': {
      const outOfBounds = parent === 'amount' || parent.endsWith('.amount');
      return detail(parent, found, outOfBounds ? 'amount_out_of_bounds' : 'validation_failed');
    }
    default:
      if (error.propertyName === '') return detail(parent, fault('empty_key'));
      return detail(error.propertyName ? child(error.propertyName) : parent, found);
  }
}

const detail = (param: string, found: Fault, code?: ErrorCode) => detailOf(param || 'body', found, code);
