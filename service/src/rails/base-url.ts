import ipaddr from 'ipaddr.js';

/** The deployment and the rail that a base address is for. */
export type BaseUrlPolicy = { readonly live: boolean; readonly livemode: boolean };

/**
 * The base address of a provider, without a slash at the end. It is https; http only reaches this machine, for a rail
 * of test mode in a deployment without live mode.
 * @returns the address, or what is wrong with it
 */
export function readBaseUrl(text: string, { live, livemode }: BaseUrlPolicy): { url: string } | { fault: string } {
  if (!URL.canParse(text)) return { fault: 'must be a URL such as https://api.example.com' };
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash)
    return { fault: 'must have no user, password, query or fragment' };
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') return { fault: 'must begin with https://' };
  if (isPlain && (live || livemode || !isLoopback(url.hostname)))
    return {
      fault: 'must begin with https://. Only a test rail on this machine may use http, in a deployment with LIVE=off',
    };
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
