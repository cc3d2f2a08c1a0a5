import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kit } from './kit.ts';

export type Call = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Values of the {name} parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The body as JSON; undefined if it is not JSON. */
  json(): unknown;
};

/** A body that is an object is sent as JSON, a text as it is. An answer without a body is empty. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The reason of a refusal whose body says nothing. It is never sent; GET /_control/requests shows it. */
  readonly why?: string;
};

export type Operation = 'collect' | 'payout' | 'refund' | 'ask' | 'token' | 'other';

export type Route = {
  readonly method: string;
  /** For example '/collection/v1_0/requesttopay/{id}'. A slash at the end counts. */
  readonly path: string;
  readonly operation: Operation;
  /** Our id that a call is about, so that trouble can be switched on for one reference. */
  referenceOf?(call: Call): string | null;
  handle(call: Call): Answer | Promise<Answer>;
};

/** One provider. */
export type Counterpart = {
  readonly routes: readonly Route[];
  /** The provider's answer to an unknown path or method. */
  notFound(call: Call): Answer;
  /** The JSON that `--credentials-file` of `npm run admin -- rails add` takes. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Further control routes. Their paths are relative to /_control. */
  readonly control?: readonly Route[];
  /** The provider's own form of a rate limit and of maintenance. Default: 429 with JSON, 503 with HTML. */
  inShape?(kind: 'too_many' | 'maintenance', call: Call): Answer;
};

export type Setting = { readonly country: string; readonly currency: string; readonly kit: Kit };

export type OpenServer = { readonly url: string; close(): Promise<void> };

const MAX_BODY = 1_000_000;
const NO_BODY = Buffer.alloc(0);
/** Longer than the idle time of any client here, so that a reused connection is not closed under a request. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Opens a port on loopback.
 * @param port 0 takes a free one
 * @param respond null cuts the connection without an answer
 */
export async function openServer(port: number, respond: (call: Call) => Promise<Answer | null>): Promise<OpenServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
    });
    request.on('error', () => {});
    request.on('end', () => {
      if (size > MAX_BODY) return write(response, { status: 413 });
      respond(callOf(request, chunks)).then(
        (answer) => (answer === null ? void request.socket.destroy() : write(response, answer)),
        (error) => {
          console.error(error);
          write(response, { status: 500, body: 'The counterpart has a fault. Its standard error output shows it.' });
        },
      );
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function callOf(request: IncomingMessage, chunks: Buffer[]): Call {
  const url = request.url!;
  const mark = url.indexOf('?');
  const body = chunks.length === 0 ? NO_BODY : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  let json: { value: unknown } | undefined;
  return {
    method: request.method!,
    path: mark < 0 ? url : url.slice(0, mark),
    get query() {
      return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
    },
    headers: request.headers,
    body,
    params: {},
    json: () => {
      json ??= { value: parse(body) };
      return json.value;
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @returns the text of an answer's body as it is sent */
export function bodyText({ body }: Answer): string {
  return body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
}

function write(response: ServerResponse, answer: Answer): void {
  const text = bodyText(answer);
  const isJson = answer.body !== undefined && typeof answer.body !== 'string';
  response.writeHead(answer.status, {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
  });
  response.end(text);
}
