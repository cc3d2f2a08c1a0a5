import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { Detail } from '../kernel/refusal.ts';
import type { Provider } from '../rails/provider.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);

/** @returns the faults of the credentials, which name fields and never quote a value */
export function checkCredentials({ credentials: schema }: Provider, given: unknown): Detail[] {
  const validate = ajv.compile(schema);
  if (validate(given)) return [];
  return (validate.errors ?? []).map(toDetail);
}

function toDetail({ instancePath, keyword, params, message = 'is wrong' }: ErrorObject): Detail {
  const field = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  const path = [...instancePath.split('/').slice(1), ...(field === undefined ? [] : [String(field)])];
  const param = ['credentials', ...path].join('.');
  const said = keyword === 'required' ? 'is missing' : keyword === 'additionalProperties' ? 'is not a field' : message;
  return { param, code: 'validation_failed', message: said };
}
