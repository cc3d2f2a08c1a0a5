import type { IncomingHttpHeaders } from 'node:http';

/**
 * Some gateways (Azure's Application Gateway) write the client's port beside its address, `203.0.113.7:52814` or
 * `[2001:db8::7]:52814`: each connection would be an address of its own to the limits, and in the audit log.
 */
export function dropForwardedPorts(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string' || !/[\]:]/.test(forwarded)) return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((one) => one.trim().replace(/^([\d.]+):\d+$|^\[([^\]]+)\](?::\d+)?$/, '$1$2'))
    .join(', ');
}
