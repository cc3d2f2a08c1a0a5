import { type ReceiverOptions, receiveFrom } from './receive.ts';

/**
 * A route handler for Next.js and other runtimes whose handlers take a Request and return a Response (Bun, Deno, edge
 * runtimes): `export const POST = webhookRoute({ secret, onEvent })`.
 */
export function webhookRoute(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, body } = await receiveFrom(options, chunksOf(request), request.headers);
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
}

/** Uses a reader because streams are not iterable in every runtime. */
async function* chunksOf({ body, bodyUsed }: Request): AsyncGenerator<Uint8Array> {
  if (bodyUsed) throw new TypeError('The body of this request has already been read, but its raw bytes are needed');
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => null);
  }
}
