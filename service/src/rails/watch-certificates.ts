import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Gauge, type Registry } from 'prom-client';

/** A certificate that no connection has shown for this long may have been renewed meanwhile. */
const SHOWN_MS = 24 * 3_600_000;

/** Notes the certificate of a new connection; a connection without TLS has none. */
export type NoteCertificate = (from: From, socket: Socket) => void;
type From = { readonly of: 'rail' | 'database'; readonly rail: string };

type Shown = { readonly from: From; readonly expiresAt: number; readonly at: number };

/** Reports when the certificates of rails and of the database expire, as this process last saw them. */
export function watchCertificates(registry: Registry, now: () => number = Date.now): NoteCertificate {
  const shown = new Map<string, Shown>();
  new Gauge({
    name: 'rialto_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that a rail or the database showed in the last day expires, in Unix time',
    labelNames: ['of', 'rail'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, { from, expiresAt, at }] of shown)
        if (now() - at < SHOWN_MS) this.set(from, expiresAt / 1_000);
        else shown.delete(key);
    },
  });
  return (from, socket) => {
    if (!(socket instanceof TLSSocket)) return;
    // Not a number if the connection resumes a session without its certificate.
    const expiresAt = Date.parse(socket.getPeerCertificate().valid_to);
    if (Number.isFinite(expiresAt)) shown.set(`${from.of} ${from.rail}`, { from, expiresAt, at: now() });
  };
}
