import { RefusedTarget } from './guard.ts';
import { UnusableAnswer } from './skip-interim.ts';

export type SendError = {
  readonly class: 'invalid_url' | 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol';
  /** A sentence that the integrator can act on. */
  readonly message: string;
};

export type Where = { readonly host: string; readonly protocol: string };

export function tooSlow({ host }: Where, timeoutMs: number, answered: boolean, sent: boolean): SendError {
  const limit = `within ${timeoutMs / 1000} s`;
  if (answered)
    return timeout(
      `${host} began to answer but did not finish ${limit}. End the answer at once; its body may be empty.`,
    );
  if (sent) return timeout(`${host} did not answer ${limit}. Answer 200 first and do the work afterwards.`);
  return timeout(
    `Could not connect to ${host} ${limit}. Check that the server is up and that its firewall allows this service.`,
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
const tooLong = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);

type Fault = Error & { code?: string; cert?: { subjectaltname?: string } };

/** The reason why an exchange failed. `connected`: the connection was open and the request was begun. */
export function explainFailure(error: Fault, where: Where, connected: boolean): SendError {
  const { host, protocol } = where;
  if (error instanceof RefusedTarget) return { class: error.class, message: error.message };
  if (error instanceof UnusableAnswer) return { class: error.class, message: `${host} ${error.message}` };
  const { code = '' } = error;
  if (unreachable.has(code)) {
    return {
      class: 'connect',
      message: `Could not connect to ${host} (${code}). Check that the server listens there and that its firewall allows this service.`,
    };
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return timeout(
      `${host} did not accept a connection in time. Check that the server is up and that its firewall allows this service.`,
    );
  }
  if (cut.has(code)) return { class: 'connect', message: cutShort(where, connected) };
  if (protocol === 'https:' && (!connected || code.startsWith('ERR_SSL_'))) {
    return { class: 'tls', message: `No secure connection to ${host} (${code}): ${adviceOnTls(error, host)}` };
  }
  if (tooLong.has(code)) {
    return { class: 'protocol', message: `The headers of ${host}'s answer exceed 16 KiB. Send fewer or shorter ones.` };
  }
  return {
    class: 'protocol',
    message: `${host} did not answer in HTTP/1.1. Check the port in the URL, and that an HTTP server answers there.`,
  };
}

function cutShort({ host, protocol }: Where, connected: boolean): string {
  const when = connected ? 'before its answer was complete' : 'while it was being set up';
  const advice = 'Look for a crash or a limit on the server or on a proxy in front of it.';
  // OpenSSL answers a plain request with silence.
  const port = protocol === 'http:' ? ' If this port speaks TLS, begin the URL with https://.' : '';
  return `${host} closed the connection ${when}. ${advice}${port}`;
}

/** Uses only the code: other texts of OpenSSL and Node are for the service's operator and name runtime options. */
function adviceOnTls({ code = '', cert }: Fault, host: string): string {
  if (notTls.has(code)) {
    return 'this port does not speak TLS. Register the port that does, usually 443, or set up TLS on this port.';
  }
  if (code === 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME') {
    return 'the server does not know this name. Check the name in the URL, and that the server has a certificate for it.';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = cert?.subjectaltname?.replaceAll(/(DNS|IP Address):/g, '').slice(0, 200);
    return `its certificate is not for ${host.replace(/:\d+$/, '')}${names ? `, but for ${names}` : ''}. Register a URL with a name that the certificate has, or get a certificate for this name.`;
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return 'the server and this service have no TLS version or cipher in common. Enable TLS 1.2 or 1.3 on the server, and do not require a client certificate.';
  }
  return (
    adviceOnCertificate[code] ?? 'its certificate could not be verified. Check its name, its dates and the whole chain.'
  );
}

const selfSigned =
  'its certificate is self-signed or comes from a private authority. Use a certificate from a public authority, such as Let’s Encrypt.';
const incomplete =
  'its certificate chain is incomplete. Configure the server to send the intermediate certificates too (the "full chain").';
const adviceOnCertificate: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incomplete,
  UNABLE_TO_GET_ISSUER_CERT: incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incomplete,
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it, and check that the server has loaded the new one.',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Check the clock of the server that made it.',
};

/** OpenSSL's errors for the first bytes of a server that speaks plain HTTP or another protocol. */
const notTls = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST']);
