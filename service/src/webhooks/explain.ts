import { RefusedTarget } from './guard.ts';

export type SendError = {
  readonly class: 'invalid_url' | 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol';
  /** A sentence the integrator can act on. */
  readonly message: string;
};

export type Where = { readonly host: string; readonly protocol: string };

export function tooSlow({ host }: Where, timeoutMs: number, answered: boolean, sent: boolean): SendError {
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

/** Why an exchange did not come to its end. `connected`: there was a connection, and the request was begun. */
export function explain(error: Error & { code?: string }, { host, protocol }: Where, connected: boolean): SendError {
  if (error instanceof RefusedTarget) return { class: error.class, message: error.message };
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
    const when = connected ? 'before its answer was complete' : 'while it was being set up';
    return {
      class: 'connect',
      message: `${host} closed the connection ${when} (${code}). Look for a crash or a limit on its side, or on a proxy before it.`,
    };
  }
  if (!connected && protocol === 'https:') {
    return { class: 'tls', message: `No secure connection to ${host} (${code}): ${adviceOnTls(code, message)}` };
  }
  return { class: 'protocol', message: `The answer of ${host} is not valid HTTP/1.1: ${message} (${code}).` };
}

/** OpenSSL's own lines (they begin with a thread's number) are for nobody; what Node says of a certificate is plain. */
function adviceOnTls(code: string, message: string): string {
  if (notTls.has(code)) {
    return 'this port does not speak TLS. Register the port that does, 443 as a rule, or set TLS up on this one.';
  }
  if (code === 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME') {
    return 'the server knows nothing of this name. Check the name in the URL, and that the server has a certificate for it.';
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return 'the server and this service have no version or cipher of TLS in common. Let it speak TLS 1.2 or 1.3, and ask for no client certificate.';
  }
  return `${message}. Check its certificate: the name, the dates and the whole chain.`;
}

/** What OpenSSL makes of the first bytes of a server that talks plain HTTP, or another protocol. */
const notTls = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST']);
