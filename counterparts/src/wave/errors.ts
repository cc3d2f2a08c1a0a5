import type { Answer } from '../kit/server.ts';

/** A bad field, with the path to it. */
export type Detail = { readonly loc: readonly (string | number)[]; readonly msg: string };

/** An error as the documents show it: `{code, message, details?}`. */
export function refuse(status: number, code: string, message: string, details?: readonly Detail[]): Answer {
  return { status, body: details ? { code, message, details } : { code, message } };
}

export const invalid = (details: readonly Detail[]): Answer =>
  refuse(400, 'request-validation-error', 'Your request does not match the required object type.', details);

export const unavailable = (): Answer =>
  refuse(503, 'service-unavailable', 'The service is temporarily unavailable for maintenance.');
