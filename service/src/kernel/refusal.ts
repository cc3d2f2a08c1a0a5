import { catalogue, type ErrorCode } from '../../../contract/src/errors.ts';

export type Detail = { readonly param: string; readonly code: string; readonly message: string };

/** Every 401 says what it takes, also where nothing was sent, where RFC 6750 would rather have no code. */
function challengeOf(code: ErrorCode): Readonly<Record<string, string>> | undefined {
  if (catalogue[code].status !== 401) return undefined;
  return { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
}

/**
 * A request's own "no", from the catalogue. Operations on an array return it in the place of one item's result, and its
 * neighbours go on; elsewhere it is thrown.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly details: readonly Detail[] | undefined;
  /** Facts that belong in the body beside the message, such as `remaining`. */
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
    this.headers = more.headers ?? challengeOf(code);
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/** 400 on one field, in the form that the schema's own refusals have. */
export function invalidField(param: string, message: string): Refusal {
  return new Refusal('validation_failed', `${param}: ${message}`, {
    param,
    details: [{ param, code: 'validation_failed', message }],
  });
}

/**
 * The body of an error, as contract/src/error-body.ts describes it. `docBase` is the service's public URL.
 */
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
 * Answers commands one by one, where what they do is rare. A refusal that one throws is its own: it must come before
 * anything of that command is written, for the neighbours' transaction commits.
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
