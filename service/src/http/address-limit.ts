import ipaddr from 'ipaddr.js';
import { Refusal } from '../refusal.ts';

/** A quarter of what may wait for a password's hash (people/passwords.ts): one address never fills the line. */
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
  const underWay = new Map<string, number>();
  return {
    enter: (address) => {
      if (!isOn) return () => {};
      const network = networkOf(address);
      const count = underWay.get(network) ?? 0;
      if (count >= AT_ONCE) {
        const message = `More than ${AT_ONCE} requests of one address at once`;
        throw new Refusal('rate_limited', message, { headers: { 'Retry-After': '1' } });
      }
      underWay.set(network, count + 1);
      return () => {
        const left = underWay.get(network)! - 1;
        if (left === 0) underWay.delete(network);
        else underWay.set(network, left);
      };
    },
  };
}

/** An IPv4 address, or the /64 that a subscriber of IPv6 has. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : (ip as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
