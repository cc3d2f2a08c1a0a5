import type { Socket } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { retryAfterMs } from '../core/retry.ts';
import { traceHeaders } from '../tracing/outgoing.ts';

const CONNECT_MS = 5_000;
/** Shorter than the 20 s after which a call counts as unknown (`calls.ts`), so that the reason is known. */
const WHOLE_MS = 15_000;
/** A firewall's page or a list of a day is longer than this; an answer about one record is not. */
const MOST_BYTES = 256 * 1024;

export type RailRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query, after the base address: `/v1/payout`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Default: 256 KiB. Lists may need more. */
  readonly mostBytes?: number;
};

export type RailResponse =
  /** The provider's API answered, with JSON or without a body. `json` is undefined without a body. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly json: unknown;
    }
  /** Certain: the request was not taken (refused connection, DNS, TLS, 429). */
  | {
      readonly kind: 'not_taken';
      readonly why: string;
      readonly retryAfterMs: number | null;
      /** 429, or null if nothing was sent. */
      readonly status: number | null;
    }
  /** Anything may have happened: time-out, connection lost after sending, 5xx without JSON, HTML, cut JSON. */
  | { readonly kind: 'unknown'; readonly why: string; readonly status: number | null };

/** Sends one request to the rail's provider. Never rejects because of the network or the provider. */
export type RailHttp = (request: RailRequest) => Promise<RailResponse>;

export type RailHttpOptions = {
  readonly baseUrl: string;
  readonly wholeMs?: number;
  /** Receives each new connection. */
  readonly onConnect?: (socket: Socket) => void;
};

/**
 * Reads a file from an address that the provider named. The address is of the provider's own host, or begins with
 * https. No credentials are sent, and no redirect is followed.
 */
export type RailDownload = (url: string) => AsyncIterable<Uint8Array>;

export type OpenRailHttp = { readonly http: RailHttp; readonly download: RailDownload; close(): Promise<void> };

/** @returns the client of one rail, with its own sockets; `close` waits for requests in flight */
export function openRailHttp(options: RailHttpOptions): OpenRailHttp {
  const { baseUrl, wholeMs = WHOLE_MS, onConnect } = options;
  const connect = buildConnector({ timeout: CONNECT_MS, allowH2: false });
  const agent = new Agent({
    connect: (where, done) =>
      connect(where, (error, socket) => {
        if (socket) onConnect?.(socket);
        if (error) done(error, null);
        else done(null, socket);
      }),
    connections: null,
    pipelining: 1,
    allowH2: false,
  });
  return {
    http: async ({ method, path, headers = {}, body, mostBytes = MOST_BYTES }) => {
      // AbortSignal.timeout would keep each call for the whole time, and make an error for it at the end.
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(() => controller.abort(), wholeMs);
      try {
        const answer = await request(`${baseUrl}${path}`, {
          method,
          headers: { accept: 'application/json', ...headers, ...traceHeaders() },
          body: body ?? null,
          signal,
          dispatcher: agent,
        });
        const text = await readText(answer.body, mostBytes);
        return classify(answer.statusCode, answer.headers, text);
      } catch (error) {
        return explain(error, signal.aborted, wholeMs);
      } finally {
        clearTimeout(timer);
      }
    },
    download: async function* download(url) {
      const { origin, protocol } = new URL(url);
      if (protocol !== 'https:' && origin !== new URL(baseUrl).origin)
        throw new Error(`the provider named a file at ${origin}, which is not https`);
      const { statusCode, body } = await request(url, {
        ...{ dispatcher: agent, headersTimeout: wholeMs, bodyTimeout: wholeMs },
      });
      if (statusCode !== 200) {
        await body.dump();
        throw new Error(`the provider's file answered ${statusCode}`);
      }
      yield* body;
    },
    close: () => agent.close(),
  };
}

async function readText(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`the answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function classify(status: number, headers: Headers, text: string): RailResponse {
  if (status === 429) {
    const header = headers['retry-after'];
    const wait = retryAfterMs(429, Array.isArray(header) ? header[0] : header, Date.now());
    return { kind: 'not_taken', why: 'the provider answered 429', retryAfterMs: wait, status };
  }
  // 202 and 204 have no body. A provider's 2xx with HTML is a firewall's page, and says nothing about the request.
  if (text.trim() === '') return status < 500 ? { kind: 'answered', status, json: undefined } : unknown(status);
  try {
    return { kind: 'answered', status, json: JSON.parse(text) };
  } catch {
    return unknown(status);
  }
}

const unknown = (status: number): RailResponse => ({
  kind: 'unknown',
  why: `the provider answered ${status} without JSON`,
  status,
});

/** Errors that occur before anything was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function explain(error: unknown, timedOut: boolean, wholeMs: number): RailResponse {
  const code = codeOf(error);
  if (code && beforeSending.has(code)) return { kind: 'not_taken', why: code, retryAfterMs: null, status: null };
  const why = timedOut ? `no answer within ${wholeMs} ms` : (code ?? (error as Error).message);
  return { kind: 'unknown', why, status: null };
}

/** A host with several addresses fails with one error for each. */
function codeOf(error: unknown): string | undefined {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] };
  return code ?? (cause ? codeOf(cause) : undefined) ?? (errors?.[0] ? codeOf(errors[0]) : undefined);
}
