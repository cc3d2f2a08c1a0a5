import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { type Detail, Refusal } from '../kernel/refusal.ts';
import type { Provider } from '../rails/provider.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);

/** @returns the faults of the credentials, which name fields and never quote a value */
export const checkCredentials = ({ credentials: schema }: Provider, given: unknown): Detail[] =>
  faultsOf(schema, given, 'credentials');

/** @param name of the field that contains the value */
export function faultsOf(schema: object, given: unknown, name: string): Detail[] {
  const validate = ajv.compile(schema);
  if (validate(given)) return [];
  return (validate.errors ?? []).map((error) => toDetail(error, name));
}

export function refuseFaults(details: readonly Detail[]): Refusal {
  const message = details.map(({ param, message }) => `${param} ${message}`).join('; ');
  return new Refusal('validation_failed', message, { details, param: details[0]!.param });
}

function toDetail({ instancePath, keyword, params, message = 'is wrong' }: ErrorObject, name: string): Detail {
  const field = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  const path = [...instancePath.split('/').slice(1), ...(field === undefined ? [] : [String(field)])];
  const param = [name, ...path].join('.');
  const said = keyword === 'required' ? 'is missing' : keyword === 'additionalProperties' ? 'is not a field' : message;
  return { param, code: 'validation_failed', reason: keyword === 'required' ? 'required' : 'not_valid', message: said };
}
