import ipaddr from 'ipaddr.js';
import { createAtOnce } from './at-once.ts';

/** A quarter of what may wait for a password's hash (accounts/passwords.ts): one address never fills the line. */
const AT_ONCE = 16;

export type AddressLimiter = {
  /**
   * Counts a request that has begun.
   * @returns to be called once it is done
   * @throws Refusal rate_limited
   */
  enter(address: string): () => void;
};

/**
 * How much one address may have under way below /auth, on one node: what is asked there costs the service most and the
 * asker nothing. What counts is work, not connections, so that hanging up makes no room.
 */
export function createAddressLimiter(isOn: boolean): AddressLimiter {
  const enter = createAtOnce<string>(AT_ONCE, 'requests from one address');
  return { enter: (address) => (isOn ? enter(networkOfRequest(address)) : () => {}) };
}

/** An IPv4 address, or the /64 that a subscriber of IPv6 has. */
export function networkOfRequest(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : (ip as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
