import { catalogue, type ErrorCode } from '../../../contract/src/errors.ts';
import {
  type Fault,
  type FaultValues,
  fault,
  type Reason,
  sayFault,
  type ValuesOf,
} from '../../../contract/src/reasons.ts';

export type Detail = {
  readonly param: string;
  readonly code: string;
  readonly reason: Reason;
  readonly message: string;
  readonly values?: FaultValues;
};

export const detailOf = (param: string, found: Fault, code: ErrorCode = 'validation_failed'): Detail => ({
  ...{ param, code, message: sayFault(found) },
  ...found,
});

/**
 * Every 401 names the accepted credential, and every 503 the time to wait. RFC 6750 recommends no error code if the
 * request had no credential; the service always sends one.
 */
function headersOf(code: ErrorCode): Readonly<Record<string, string>> | undefined {
  const { status } = catalogue[code];
  if (status === 503) return { 'Retry-After': '1' };
  return status === 401 ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : undefined;
}

/**
 * An error of a request, from the catalogue. Operations on an array return it as the result of one item, so that the
 * others continue. Elsewhere it is thrown.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly details: readonly Detail[] | undefined;
  /** Facts that the body shows beside the message, such as `remaining`. */
  readonly facts: Readonly<Record<string, bigint | string>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    message: string = catalogue[code].title,
    more: {
      param?: string;
      details?: readonly Detail[];
      facts?: Readonly<Record<string, bigint | string>>;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.param = more.param;
    this.details = more.details;
    this.facts = more.facts;
    this.headers = more.headers ?? headersOf(code);
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/** A 400 for one field, in the same form as refusals of the schema. */
export const invalidField = <R extends Reason>(param: string, reason: R, ...values: ValuesOf<R>): Refusal =>
  refuseField(detailOf(param, fault(reason, ...values)));

/** The same with other words, where a parser or a provider found the fault. Clients cannot translate these. */
export const invalidValue = (param: string, message: string): Refusal =>
  refuseField({ param, code: 'validation_failed', reason: 'not_valid', message });

export const refuseField = (detail: Detail): Refusal =>
  new Refusal(detail.code as ErrorCode, `${detail.param}: ${detail.message}`, {
    param: detail.param,
    details: [detail],
  });

/** The body of an error, as contract/src/error-body.ts describes it. `docBase` is the service's public URL. */
export function renderRefusal(refusal: Refusal, requestId: string, docBase: string): string {
  return JSON.stringify(
    {
      error: {
        type: catalogue[refusal.code].type,
        code: refusal.code,
        message: refusal.message,
        param: refusal.param,
        details: refusal.details,
        ...refusal.facts,
        doc_url: `${docBase}/docs/errors/${refusal.code}`,
        request_id: requestId,
      },
    },
    (_key, value) => (typeof value === 'bigint' ? Number(value) : value),
  );
}

/**
 * Answers commands one by one, for rare operations. A thrown refusal answers only its command.
 * Throw it before writing anything for that command, because the shared transaction commits.
 */
export async function answerEach<C>(
  commands: readonly C[],
  answer: (command: C) => Promise<string>,
): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const command of commands) {
    try {
      answers.push(await answer(command));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answers.push(error);
    }
  }
  return answers;
}
