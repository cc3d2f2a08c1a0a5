import { ApiError, ConnectionError } from '../../sdk/src/rialto.ts';
import { LoginRequiredError } from '../../sdk/src/user.ts';
import { paint } from './print.ts';

/** Exit codes for scripts. */
export const exitCodes = { refused: 1, usage: 2, login: 3, connection: 4, interrupted: 130 } as const;

export class NotLoggedIn extends Error {}
/** The command, or a file that it reads, is invalid. */
export class Usage extends Error {}

/** A command that moves money got no response. The money may have moved. */
export class Unanswered extends Error {
  override readonly cause: Error;
  readonly idempotencyKey: string;

  constructor(cause: Error, idempotencyKey: string) {
    super(cause.message);
    this.cause = cause;
    this.idempotencyKey = idempotencyKey;
  }
}

/** Prints the error to stderr and returns the exit code. */
export function report(error: unknown, json: boolean): number {
  const { code, lines, body } = explain(error);
  if (json) process.stderr.write(`${JSON.stringify({ error: body })}\n`);
  else {
    const [first, ...rest] = lines;
    process.stderr.write(`${paint('red', 'error:')} ${first}\n${rest.map((line) => `  ${line}\n`).join('')}`);
  }
  return code;
}

function explain(error: unknown): { code: number; lines: string[]; body: object } {
  if (error instanceof Unanswered) {
    const { code, lines, body } = explain(error.cause);
    const key = error.idempotencyKey;
    const again = `The service may have executed it. Run it again with --idempotency-key ${key}; it is executed once.`;
    return { code, lines: [...lines, again], body: { ...body, idempotency_key: key } };
  }
  if (error instanceof ApiError) return refusal(error);
  const { message = String(error) } = error as Error;
  const plain = (code: number, name: string) => ({ code, lines: [message], body: { code: name, message } });
  if (error instanceof ConnectionError) {
    return {
      code: exitCodes.connection,
      lines: [message, 'Is the service running? Set its URL with --base-url.'],
      body: { code: error.code, message },
    };
  }
  if (error instanceof NotLoggedIn || error instanceof LoginRequiredError)
    return plain(exitCodes.login, 'login_required');
  if (error instanceof Usage || error instanceof TypeError) return plain(exitCodes.usage, 'usage');
  if ((error as Error)?.name === 'AbortError')
    return { ...plain(exitCodes.interrupted, 'interrupted'), lines: ['interrupted'] };
  return plain(exitCodes.refused, 'failed');
}

function refusal(error: ApiError) {
  const { code, message, param, details, docUrl, requestId, status, type, limit, maximum, remaining } = error;
  // With a single problem, the message often repeats it, with or without the field.
  const isRepeated = (one: (typeof details)[number]) =>
    message === `${one.param}: ${one.message}` || (message === one.message && param === one.param);
  const about = details.filter((one) => !isRepeated(one));
  const lines = [
    `${message} ${paint('dim', `(${code})`)}`,
    ...about.slice(0, 20).map((one) => `${one.param}: ${one.message}`),
    ...(about.length > 20 ? [`and ${about.length - 20} more`] : []),
    ...(docUrl ? [`see ${docUrl}`] : []),
    ...(requestId ? [paint('dim', `request ${requestId}`)] : []),
  ];
  const facts = { limit, maximum, remaining, retry_after: error.retryAfter ?? undefined };
  const body = { type, code, message, status, param, details, ...facts, doc_url: docUrl, request_id: requestId };
  return { code: status === 401 || status === 403 ? exitCodes.login : exitCodes.refused, lines, body };
}
