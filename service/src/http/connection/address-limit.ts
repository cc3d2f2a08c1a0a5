import ipaddr from 'ipaddr.js';
import { createAtOnce } from './at-once.ts';

/** A quarter of the queue for password hashes (accounts/passwords.ts), so that one address never fills it. */
const AT_ONCE = 16;

export type AddressLimiter = {
  /**
   * Counts a request that has begun.
   * @returns a function to call when the request is done
   * @throws Refusal rate_limited
   */
  enter(address: string): () => void;
};

/**
 * Limits the requests below /auth that one address may have in flight on one node. These requests cost the service most
 * and the client nothing.
 * The limit counts work, not connections, so closing a connection frees no slot.
 */
export function createAddressLimiter(isOn: boolean): AddressLimiter {
  const enter = createAtOnce<string>(AT_ONCE, 'requests from one address');
  return { enter: (address) => (isOn ? enter(networkOfRequest(address)) : () => {}) };
}

/** An IPv4 address, or the /64 network of an IPv6 subscriber. */
export function networkOfRequest(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : (ip as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
