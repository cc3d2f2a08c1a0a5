import ipaddr from 'ipaddr.js';

/**
 * Whether an address is in one of these networks.
 * @param networks CIDR; none: any address
 */
export function isFromSource(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network);
    return ip.kind() === range.kind() && ip.match(range as never, bits);
  });
}
