import { styleText } from 'node:util';

export type Reply = { status: number; replayed: boolean; body: any };
export type Call = (
  method: string,
  path: string,
  body?: object | string | Buffer,
  idempotencyKey?: string,
) => Promise<Reply>;

/** Sends requests with a key or token, or without. */
export function caller({ base, key }: { base: string; key?: string }): Call {
  return async (method, path, body, idempotencyKey) => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body ? { 'content-type': typeOf(body) } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: typeOf(body) === 'application/json' ? JSON.stringify(body) : (body as string) } : {}),
    });
    const reply = {
      status: response.status,
      replayed: response.headers.has('idempotent-replayed'),
      body: await response.json(),
    };
    if (response.status === 429) {
      // The sandbox's own rate limit: other clients share this key's integration.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return caller({ base, ...(key ? { key } : {}) })(method, path, body, idempotencyKey);
    }
    return reply;
  };
}

/** In the demo a text is CSV, and bytes are an image. */
function typeOf(body: object | string | Buffer): string {
  if (typeof body === 'string') return 'text/csv';
  return Buffer.isBuffer(body) ? 'image/png' : 'application/json';
}

export function expect(condition: boolean, what: string): void {
  if (!condition) throw new Error(`this step failed: ${what}`);
}

export function chapter(title: string): void {
  process.stdout.write(`\n${styleText('bold', title)}\n`);
}

export function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
