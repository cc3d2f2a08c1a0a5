import { styleText } from 'node:util';

export type Reply = { status: number; replayed: boolean; body: any };
export type Call = (method: string, path: string, body?: object | string, idempotencyKey?: string) => Promise<Reply>;

/** Requests of one who holds this key or token. */
export function caller({ base, key }: { base: string; key: string }): Call {
  return async (method, path, body, idempotencyKey) => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const reply = {
      status: response.status,
      replayed: response.headers.has('idempotent-replayed'),
      body: await response.json(),
    };
    if (response.status === 429) {
      // The sandbox's own rate limit: other work shares this key's integration.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return caller({ base, key })(method, path, body, idempotencyKey);
    }
    return reply;
  };
}

export function expect(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not as it should be: ${what}`);
}

export function chapter(title: string): void {
  process.stdout.write(`\n${styleText('bold', title)}\n`);
}

export function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
