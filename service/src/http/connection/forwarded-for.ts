import type { IncomingHttpHeaders } from 'node:http';

/**
 * Some gateways (Azure's Application Gateway) append the client's port to its address: `203.0.113.7:52814` or
 * `[2001:db8::7]:52814`.
 * The limits and the audit log would take each connection for another address.
 */
export function dropForwardedPorts(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string' || !/[\]:]/.test(forwarded)) return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((one) => one.trim().replace(/^([\d.]+):\d+$|^\[([^\]]+)\](?::\d+)?$/, '$1$2'))
    .join(', ');
}
