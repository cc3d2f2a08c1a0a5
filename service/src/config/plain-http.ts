import ipaddr from 'ipaddr.js';

/**
 * Whether a URL of the settings sends by plain http what others could read on its way. Not to this machine, to an address
 * that is not routed (a gateway beside the service), nor to a name without a dot, as containers have.
 */
export function crossesInPlain(url: string): boolean {
  if (!url.startsWith('http:')) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !host.endsWith('.localhost');
}
