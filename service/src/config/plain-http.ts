import ipaddr from 'ipaddr.js';

/**
 * Whether a URL in the settings sends unencrypted data over a network where others could read it. This machine,
 * addresses that are not routed (a gateway beside the service) and names without a dot, as containers have, are
 * allowed.
 */
export function crossesInPlain(url: string): boolean {
  if (!url.startsWith('http:')) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !host.endsWith('.localhost');
}
