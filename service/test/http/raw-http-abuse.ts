import type { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { openSocket } from '../support/sockets.ts';

/**
 * A worker that abuses a service as `kind` says until it is terminated. It runs in its own thread, so that its cost is
 * not counted as the service's.
 */
export type Abuse = { readonly base: string; readonly key: string; readonly kind: 'raw' | 'flood' };

const SLOW = 300;
const SHAPES_A_SECOND = 50;

const { base, key, kind } = workerData as Abuse;
const post = 'POST /api/v1/wallets/transfer HTTP/1.1\r\nHost: x\r\n';
const json = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
const withBody = (body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${post}${json}Content-Length: ${body.length}\r\n\r\n`), Buffer.from(body)]);

/** One of each family: smuggling, huge heads, almost HTTP, and bodies that are deep, endless, or not text. */
const shapes: readonly Buffer[] = [
  `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${post}\r\n`,
  `${post}Content-Length: 0\r\nContent-Length: 9\r\n\r\n${post}\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n`,
  `${post}X: ${'x'.repeat(9_216)}\r\n\r\n`,
  `${post}${'X: y\r\n'.repeat(1_500)}\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(32_768)}\r\nx\r\n0\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `${post}${json}Content-Length: 60000\r\n\r\n{"amount":`,
  Buffer.from('16030100b5010000b10303', 'hex'),
  withBody(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  withBody(`{"metadata":${'{"a":'.repeat(21)}1${'}'.repeat(21)}}`),
  withBody(Buffer.from('7b226c6162656c223a22eda080227d', 'hex')),
  withBody('{"amount":1,"amount":1}'),
  withBody('{"__proto__":{"livemode":true}}'),
  withBody(`{"amount":${'9'.repeat(60_000)}}`),
  withBody(`{"description":"${'\\u0000'.repeat(10_000)}"}`),
].map((shape) => Buffer.from(shape));

const abuses = {
  raw: () => {
    const slow = Array.from({ length: SLOW }, drip);
    let next = 0;
    setInterval(() => {
      const socket = openSocket(base).resume();
      socket.write(shapes[next++ % shapes.length]!);
      // Half of the connections stay open for as long as the service permits.
      if (next % 2 === 0) setTimeout(() => socket.destroy(), 1_000);
    }, 1_000 / SHAPES_A_SECOND);
    setInterval(() => {
      for (const [i, socket] of slow.entries()) {
        if (socket.writable) socket.write('a');
        else slow[i] = drip();
      }
    }, 1_000);
  },
  /** The control: valid requests, as many as the service accepts. */
  flood: () => {
    for (let i = 0; i < 256; i++) void ask(i);
  },
} satisfies Record<Abuse['kind'], () => void>;

function drip(): Socket {
  const socket = openSocket(base).resume();
  socket.write('GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  return socket;
}

/** Every list request differs: equal ones share a query. */
async function ask(client: number): Promise<void> {
  for (let page = 0; ; page++) {
    const since = new Date(page * 256 + client).toISOString();
    const headers = { authorization: `Bearer ${key}` };
    const url = `${base}/api/v1/wallets?limit=100&created_at[gte]=${since}`;
    await fetch(url, { headers }).then((answer) => answer.text());
  }
}

abuses[kind]();
