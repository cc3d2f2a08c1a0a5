import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { faultOfText, normaliseText, type TextKind } from '../../../contract/src/text.ts';
import { withKinds } from '../../../contract/src/text-schema.ts';
import { type Detail, Refusal } from '../kernel/refusal.ts';
import { shownKey } from './body/json.ts';
import { explainFault } from './connection/explain-fault.ts';

/** Faults that a refusal names. */
export const MAX_DETAILS = 100;

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** Query values are strings on the wire, so numbers are read from them; a body says what it means. */
const compilers: Record<string, Ajv> = {
  body: new Ajv({ allErrors: true, coerceTypes: false, useDefaults: false, strict: false, verbose: true }),
  querystring: new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false, verbose: true }),
};

/** UTF-16 units that NFC makes one character of, at most twice over. */
const LONGEST_SPELLING = 16;

/**
 * Writes a text in its one spelling into what is validated, before its length and format are judged. All that comes after (the
 * fingerprint, the record, the answer) sees that spelling alone.
 */
const readText: SchemaValidateFunction = (kind: TextKind, text: string, schema, context) => {
  // Too long in any spelling: `maxLength` refuses it. NFC is quadratic in marks that follow one another.
  if (text.length > LONGEST_SPELLING * Number(schema?.maxLength ?? Infinity)) return true;
  const message = faultOfText(text, kind, Number(schema?.minLength ?? 0) === 0);
  readText.errors = message === null ? [] : [{ keyword: 'text', message, params: {} }];
  if (message !== null) return false;
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

/** Compiled when it is first needed: all routes at once take a fifth of the time that the service takes to start. */
export function compileSchema(schema: object, part: Part): Validator {
  const ajv = part === 'body' ? compilers.body! : compilers.querystring!;
  let compiled: ValidateFunction | undefined;
  const validate: Validator = (data) => {
    compiled ??= ajv.compile(withKinds(schema));
    const valid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return valid;
  };
  validate.errors = null;
  return validate;
}

/** The checks of a body with a long list, for a reader that goes through it a portion at a time. */
export type BulkValidator = {
  /** The most records that the list may have. */
  readonly max: number;
  /** Everything but the records. */
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
 * What the schema found, in the catalogue's form: every field at once. A path parameter of the wrong form names nothing
 * that exists, so it is 404.
 */
export function refuseInvalid(errors: readonly ErrorObject[], part: Part): Refusal {
  if (part === 'params') return new Refusal('not_found');
  const faults = errors.filter(isFault);
  const details = faults.slice(0, MAX_DETAILS).map(toDetail);
  return details.length > 0 ? refuseAll(details, faults.length) : new Refusal('validation_failed');
}

/** One refusal of several faults. `count`: of all, where those beyond 100 were not kept. */
export function refuseAll(details: readonly Detail[], count = details.length): Refusal {
  const first = details[0]!;
  const code = details.every((detail) => detail.code === first.code) ? first.code : 'validation_failed';
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return new Refusal(code as 'validation_failed', `${first.param}: ${first.message}${more}`, {
    param: first.param,
    details: details.slice(0, MAX_DETAILS),
  });
}

/** Ajv tells of these beside the fault that made them. */
const isFault = ({ keyword }: ErrorObject) => keyword !== 'if' && keyword !== 'propertyNames';

function toDetail(error: ErrorObject): Detail {
  const parent = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => shownKey(step.replaceAll('~1', '/').replaceAll('~0', '~')))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');
  const child = (name: string) => (parent ? `${parent}.${shownKey(name)}` : shownKey(name));
  const message = explainFault(error);
  switch (error.keyword) {
    case 'required':
      return detail(child(error.params.missingProperty), message);
    case 'additionalProperties':
      return detail(child(error.params.additionalProperty), message);
    case 'minimum':
    case 'maximum': {
      const outOfBounds = parent === 'amount' || parent.endsWith('.amount');
      return detail(parent, message, { code: outOfBounds ? 'amount_out_of_bounds' : 'validation_failed' });
    }
    default:
      if (error.propertyName === '') return detail(parent, 'contains an empty key');
      return detail(error.propertyName ? child(error.propertyName) : parent, message);
  }
}

function detail(param: string, message: string, more: { code?: string } = {}): Detail {
  return { param: param || 'body', code: more.code ?? 'validation_failed', message };
}
