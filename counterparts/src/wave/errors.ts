import type { Kit } from '../kit/kit.ts';
import type { Answer, Route } from '../kit/server.ts';

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

/**
 * One example of the documents spells the code of an error `error`, another `error_code`. Control chooses:
 * `{"error_as": "error"}`.
 */
export const withErrorsAsControlled = (kit: Kit, route: Route): Route => ({
  ...route,
  handle: async (call) => {
    const answer = await route.handle(call);
    const { errorAs } = kit.settings;
    if (answer.status < 400 || (errorAs !== 'error' && errorAs !== 'error_code')) return answer;
    const { code, ...rest } = answer.body as { code?: string };
    return { ...answer, body: { [errorAs]: code, ...rest } };
  },
});
