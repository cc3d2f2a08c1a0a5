import { type ReceiverOptions, receiveFrom } from './receive.ts';

/**
 * A route handler for Next.js and whatever else takes a Request and gives a Response (Bun, Deno, edge runtimes):
 * `export const POST = webhookRoute({ secret, onEvent })`.
 */
export function webhookRoute(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, body } = await receiveFrom(options, chunksOf(request), request.headers);
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
}

/** By a reader: not every runtime's streams can be iterated. */
async function* chunksOf({ body, bodyUsed }: Request): AsyncGenerator<Uint8Array> {
  if (bodyUsed) throw new TypeError('the body of this request has been read already, and its raw bytes are needed');
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
