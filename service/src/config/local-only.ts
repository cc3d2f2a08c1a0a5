import ipaddr from 'ipaddr.js';

/** Whether `HOST` names this machine's loopback. `0.0.0.0` and `::` are all interfaces, so they do not. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
}

/** Whether only this machine can reach the service: it listens on loopback, and no proxy is configured in front. */
export function isLocalOnly({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL: string }): boolean {
  return isLoopback(HOST) && (PUBLIC_URL === '' || isLoopback(new URL(PUBLIC_URL).hostname));
}
