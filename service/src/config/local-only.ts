import ipaddr from 'ipaddr.js';

/** This machine's own name or address, as in `HOST`; `0.0.0.0` and `::` are every interface, so they are not. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
}

/** Whether nobody but this machine reaches the service: it listens on loopback, and no proxy is said to be in front. */
export function isLocalOnly({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL: string }): boolean {
  return isLoopback(HOST) && (PUBLIC_URL === '' || isLoopback(new URL(PUBLIC_URL).hostname));
}
