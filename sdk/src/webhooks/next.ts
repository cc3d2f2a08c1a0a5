import { type ReceiverOptions, receive } from './receive.ts';

/**
 * A route handler for Next.js and whatever else takes a Request and gives a Response (Bun, Deno, edge runtimes):
 * `export const POST = webhookRoute({ secret, onEvent })`.
 */
export function webhookRoute(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, body } = await receive(options, await request.arrayBuffer(), request.headers);
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
}
