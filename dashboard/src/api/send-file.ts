import { ApiError, Unreachable } from './api-error.ts';
import type { AnswerOf, PathOf, QueryOf, RouteAt } from './contract.ts';
import { parseJson } from './json.ts';
import { address, request, sessionHeaders } from './request.ts';

type FileOptions<P extends PathOf<'POST'>> = {
  readonly query: QueryOf<RouteAt<'POST', P>>;
  readonly file: Blob;
  /** Called with the part that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Sends a file as the body of an operators' request. `fetch` does not report the progress of a body, so this uses
 * XMLHttpRequest. The service stores the same bytes once, so a retry needs no idempotency key.
 * @throws ApiError, Unreachable, or the signal's reason after an abort
 */
export async function sendFile<P extends PathOf<'POST'>>(
  path: P,
  { query, file, onProgress, signal }: FileOptions<P>,
): Promise<AnswerOf<RouteAt<'POST', P>>> {
  // Renews expired tokens. Otherwise the service would refuse a long upload only at its end.
  await request('GET', '/me');
  signal.throwIfAborted();
  const sending = new XMLHttpRequest();
  const done = Promise.withResolvers<void>();
  sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  sending.onload = () => done.resolve();
  sending.onerror = () => done.reject(new Unreachable());
  sending.onabort = () => done.reject(signal.reason);
  signal.addEventListener('abort', () => sending.abort(), { once: true });
  sending.open('POST', address(path, undefined, query as object));
  // The type of the content is found by the service: browsers guess it by the file's name.
  const headers = { ...sessionHeaders({}), 'Content-Type': 'application/octet-stream' };
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
  sending.send(file);
  await done.promise;
  const { status, responseText } = sending;
  const isJson = sending.getResponseHeader('content-type')?.startsWith('application/json');
  const body = isJson ? parseJson(responseText) : undefined;
  if (status < 300) return body as AnswerOf<RouteAt<'POST', P>>;
  const answer = new Response(null, {
    status,
    headers: { 'request-id': sending.getResponseHeader('request-id') ?? '' },
  });
  throw new ApiError(answer, body as ConstructorParameters<typeof ApiError>[1]);
}
