import { Agent, type buildConnector } from 'undici';
import { retryAfterMs } from '../core/retry.ts';
import { decodeText, decompress, encodingsOf, KEPT_BYTES } from './answer-text.ts';
import { explainFailure, type SendError, tooSlow, type Where } from './explain.ts';
import { guardedConnector, type Policy, parseTarget, RefusedTarget, type Resolve, resolveName } from './guard.ts';
import { proxyConnector } from './proxy.ts';
import { skipInterim } from './skip-interim.ts';

/** All headers that are sent, except Host, Connection and Content-Length. */
export type Request = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type Outcome = {
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  /** The first 64 KiB, decompressed, as text. */
  responseBody: string | null;
  error: SendError | null;
  durationMs: number;
  /** The delay that a 429 or 503 requested. */
  retryAfterMs: number | null;
};

/**
 * Any status other than 2xx is a failure, redirects included. An incomplete answer is a failure too; it has both a
 * status and an error.
 */
export function hasSucceeded({ responseStatus, error }: Outcome): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

export type Sender = {
  /** Never rejects because of the network or the receiver. */
  send(request: Request): Promise<Outcome>;
  /** Waits for sends in flight, 10 s at most. */
  close(): Promise<void>;
};

const TIMEOUT_MS = 10_000;
const HEADER_BYTES = 16 * 1024;

/** gunicorn closes an idle socket after 2 s, Node after 5. A shorter time avoids a race that would lose an event. */
const IDLE_MS = 1500;

/** A busy socket is closed by then, so that a receiver that moved in DNS is resolved and checked again. */
const SOCKET_LIFE_MS = 60_000;

/**
 * One sender for each policy: sockets are pooled within it, so a socket that only the sandbox may open never serves
 * live mode.
 */
export function openSender({
  policy,
  resolve = resolveName,
  timeoutMs = TIMEOUT_MS,
  socketLifeMs = SOCKET_LIFE_MS,
}: {
  policy: Policy;
  resolve?: Resolve;
  timeoutMs?: number;
  socketLifeMs?: number;
}): Sender {
  const connect = withoutInterim(
    policy.proxy ? proxyConnector(policy.proxy, timeoutMs) : guardedConnector(policy, resolve, timeoutMs),
  );
  const open = () =>
    new Agent({
      connect,
      // Unlimited: the sends to one origin may be of many integrations, and none must wait for another's hanging ones.
      // The slots limit the sends to each endpoint.
      connections: null,
      // 1 means one request at a time on a socket, so that none waits behind another.
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const sockets = renewed(open, socketLifeMs);
  const targetOf = createTargets(policy);
  return {
    send: (request) => {
      const started = performance.now();
      try {
        return exchange(sockets.agent(), targetOf(request.url), request, timeoutMs, started);
      } catch (error) {
        if (!(error instanceof RefusedTarget)) throw error;
        return Promise.resolve(outcomeOf(null, started, { class: error.class, message: error.message }));
      }
    },
    close: sockets.close,
  };
}

const withoutInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) skipInterim(result[1]);
      callback(...result);
    });

/**
 * Replaces the agent periodically; the old one finishes its sends. undici's own `clientTtl` reads the clock for every
 * socket at every send, which is 3 % of the service's cost of a send.
 */
function renewed(open: () => Agent, lifeMs: number): { agent(): Agent; close(): Promise<void> } {
  let agent = open();
  let openedAt = performance.now();
  const closing = new Set<Promise<void>>();
  const retire = (old: Agent) => {
    const closed = old.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  return {
    agent: () => {
      if (performance.now() - openedAt < lifeMs) return agent;
      retire(agent);
      openedAt = performance.now();
      agent = open();
      return agent;
    },
    close: async () => {
      retire(agent);
      await Promise.all(closing);
    },
  };
}

type Target = { readonly origin: string; readonly path: string } & Where;

const MOST_TARGETS = 10_000;

/**
 * Parses each URL once: the checks without a lookup have a fixed result. Names are resolved, and literals checked
 * again, at every connection.
 */
function createTargets(policy: Policy): (url: string) => Target {
  const targets = new Map<string, Target>();
  return (url) => {
    const known = targets.get(url);
    if (known) return known;
    const { origin, pathname, search, host, protocol } = parseTarget(url, policy);
    const target = { origin, path: pathname + search, host, protocol };
    if (targets.size >= MOST_TARGETS) targets.clear();
    targets.set(url, target);
    return target;
  };
}

type Answer = { status: number; headers: Record<string, string>; kept: Uint8Array[]; size: number };

function exchange(
  agent: Agent,
  target: Target,
  { headers, body }: Request,
  timeoutMs: number,
  started: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let answer: Answer | null = null;
    let settled = false;
    let abort: ((reason: Error) => void) | null = null;
    const settle = (error: SendError | null) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      const outcome = outcomeOf(answer, started, error);
      const encodings = encodingsOf(answer?.headers['content-encoding']);
      resolve(encodings.length > 0 ? readable(outcome, answer!, encodings) : outcome);
    };
    const timer = setTimeout(() => {
      settle(tooSlow(target, timeoutMs, answer !== null, abort !== null));
      abort?.(new Error('timeout'));
    }, timeoutMs);
    agent.dispatch(
      {
        origin: target.origin,
        path: target.path,
        method: 'POST',
        headers,
        body,
      },
      {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason);
          // undici cannot cancel a request that waits for a socket. A request that has timed out must not be sent now.
          if (settled) abort(new Error('timeout'));
        },
        onResponseStart(_controller, status, fields) {
          if (status >= 200) answer = { status, headers: flat(fields), kept: [], size: 0 };
        },
        onResponseData(controller, chunk) {
          keep(answer!, chunk);
          if (answer!.size <= KEPT_BYTES) return;
          settle(null);
          controller.abort(new Error('enough'));
        },
        onResponseEnd: () => settle(null),
        onResponseError: (_controller, error) => settle(explainFailure(error, target, abort !== null)),
      },
    );
  });
}

function keep(answer: Answer, chunk: Uint8Array): void {
  if (answer.size < KEPT_BYTES) answer.kept.push(chunk.subarray(0, KEPT_BYTES - answer.size));
  answer.size += chunk.length;
}

function flat(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(fields)) headers[name] = String(fields[name]);
  return headers;
}

function outcomeOf(answer: Answer | null, started: number, error: SendError | null): Outcome {
  return {
    responseStatus: answer?.status ?? null,
    responseHeaders: answer?.headers ?? null,
    responseBody: answer && decodeText(Buffer.concat(answer.kept), answer.headers['content-type']),
    error,
    durationMs: Math.round(performance.now() - started),
    retryAfterMs: answer && retryAfterMs(answer.status, answer.headers['retry-after'], Date.now()),
  };
}

async function readable(outcome: Outcome, { kept, headers }: Answer, encodings: readonly string[]): Promise<Outcome> {
  const plain = await decompress(Buffer.concat(kept), encodings);
  return { ...outcome, responseBody: decodeText(plain, headers['content-type']) };
}
