import { Agent } from 'undici';
import { retryAfterMs } from '../core/retry.ts';
import { guardedConnector, type Policy, parseTarget, Refusal, type Resolve, resolveName } from './guard.ts';
import { proxyConnector } from './proxy.ts';

/** `headers` are the signature's; the body's type and the user agent are added here. */
export type Request = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type SendError = {
  readonly class: 'invalid_url' | 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol';
  /** A sentence the integrator can act on. */
  readonly message: string;
};

/** Success is a null error and a status of 2xx: an answer that stayed incomplete has both a status and an error. */
export type Outcome = {
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  /** The first 16 KiB, as text. */
  responseBody: string | null;
  error: SendError | null;
  durationMs: number;
  /** What a 429 or 503 asked for. */
  retryAfterMs: number | null;
};

export type Sender = {
  /** Never rejects for what the network or the receiver does. */
  send(request: Request): Promise<Outcome>;
  /** Waits for what is under way, 10 s at most. */
  close(): Promise<void>;
};

/** Callers keep no more sends than this under way for one origin: a send beyond them waits for a socket within its 10 s. */
export const SOCKETS_PER_ORIGIN = 32;

const TIMEOUT_MS = 10_000;
const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 16 * 1024;
const HEADER_BYTES = 16 * 1024;

/** gunicorn closes an idle socket after 2 s, Node after 5: stay below both, so that no event is lost in that race. */
const IDLE_MS = 1500;

/** A busy socket is given up now and then, so that a receiver that moved in DNS is found, and checked, anew. */
const SOCKET_LIFE_MS = 60_000;

/** One sender a policy: sockets are pooled within it, so none that the sandbox may open ever serves live. */
export function openSender({
  policy,
  resolve = resolveName,
  timeoutMs = TIMEOUT_MS,
}: {
  policy: Policy;
  resolve?: Resolve;
  timeoutMs?: number;
}): Sender {
  const agent = new Agent({
    connect: policy.proxy ? proxyConnector(policy.proxy, timeoutMs) : guardedConnector(policy, resolve, timeoutMs),
    connections: SOCKETS_PER_ORIGIN,
    // 1 is one request at a time on a socket: none waits behind another.
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    clientTtl: SOCKET_LIFE_MS,
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (request) => {
      const started = performance.now();
      try {
        return exchange(agent, parseTarget(request.url, policy), request, timeoutMs, started);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return Promise.resolve(outcomeOf(null, started, { class: error.class, message: error.message }));
      }
    },
    close: () => agent.close(),
  };
}

type Answer = { status: number; headers: Record<string, string>; kept: Uint8Array[]; size: number };

function exchange(
  agent: Agent,
  target: URL,
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
      resolve(outcomeOf(answer, started, error));
    };
    const timer = setTimeout(() => {
      settle(tooSlow(target, timeoutMs, answer !== null, abort !== null));
      abort?.(new Error('timeout'));
    }, timeoutMs);
    agent.dispatch(
      {
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Rialto-Webhooks/1', ...headers },
        body,
      },
      {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason);
          // undici cannot take a request back while it waits for a socket; one already given up must not go out now.
          if (settled) abort(new Error('timeout'));
        },
        onResponseStart(_controller, status, fields) {
          if (status >= 200) answer = { status, headers: flat(fields), kept: [], size: 0 };
        },
        onResponseData(controller, chunk) {
          keep(answer!, chunk);
          if (answer!.size <= READ_BYTES) return;
          settle(null);
          controller.abort(new Error('enough'));
        },
        onResponseEnd: () => settle(null),
        onResponseError: (_controller, error) => settle(explain(error, target, abort !== null)),
      },
    );
  });
}

function keep(answer: Answer, chunk: Uint8Array): void {
  if (answer.size < KEPT_BYTES) answer.kept.push(chunk.subarray(0, KEPT_BYTES - answer.size));
  answer.size += chunk.length;
}

function flat(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function outcomeOf(answer: Answer | null, started: number, error: SendError | null): Outcome {
  return {
    responseStatus: answer?.status ?? null,
    responseHeaders: answer?.headers ?? null,
    responseBody: answer && textOf(answer.kept),
    error,
    durationMs: Math.round(performance.now() - started),
    retryAfterMs: answer && retryAfterMs(answer.status, answer.headers['retry-after'], Date.now()),
  };
}

/** `stream` drops a character that the cut halved; PostgreSQL has no NUL in text. */
function textOf(kept: Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\uFFFD');
}

function tooSlow({ host }: URL, timeoutMs: number, answered: boolean, sent: boolean): SendError {
  const limit = `within ${timeoutMs / 1000} s`;
  if (answered)
    return timeout(
      `${host} began to answer but did not finish ${limit}. End the answer at once, with an empty body if you like.`,
    );
  if (sent) return timeout(`${host} did not answer ${limit}. Answer 200 first and do the work afterwards.`);
  return timeout(
    `No connection to ${host} could be made ${limit}. Check that the server is up and that its firewall lets this service in.`,
  );
}

function timeout(message: string): SendError {
  return { class: 'timeout', message };
}

const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EHOSTDOWN',
]);
const cut = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function explain(error: Error & { code?: string }, { host, protocol }: URL, connected: boolean): SendError {
  if (error instanceof Refusal) return { class: error.class, message: error.message };
  const { code = '', message } = error;
  if (unreachable.has(code)) {
    return {
      class: 'connect',
      message: `Could not connect to ${host} (${code}). Check that the server listens there and that its firewall lets this service in.`,
    };
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return timeout(
      `${host} did not accept a connection in time. Check that the server is up and that its firewall lets this service in.`,
    );
  }
  if (cut.has(code)) {
    return {
      class: 'connect',
      message: `${host} closed the connection before its answer was complete (${code}). Look for a crash or a limit on its side, or on a proxy before it.`,
    };
  }
  if (!connected && protocol === 'https:') {
    return {
      class: 'tls',
      message: `No secure connection to ${host}: ${message} (${code}). Check its certificate, with the whole chain and the right name, and that this port speaks TLS.`,
    };
  }
  return { class: 'protocol', message: `The answer of ${host} is not valid HTTP/1.1: ${message} (${code}).` };
}
