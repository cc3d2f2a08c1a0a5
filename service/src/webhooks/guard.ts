import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Where webhooks may go beyond https on public addresses. One policy a mode. */
export type Policy = {
  /** A sandbox that its own machine alone reaches: http, and loopback. */
  readonly allowLoopback: boolean;
  /** The operator's exceptions, such as `10.20.0.0/16`: these networks are reached, over http too. */
  readonly allowedCidrs: readonly string[];
  /** The operator's proxy. It looks names up, so what they stand for is its to refuse; literals are still checked here. */
  readonly proxy?: string;
};

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Why a URL gets no connection; the message is for the integrator. */
export class RefusedTarget extends Error {
  readonly class: 'invalid_url' | 'refused_address' | 'dns' | 'connect';

  constructor(kind: RefusedTarget['class'], message: string) {
    super(message);
    this.class = kind;
  }
}

/**
 * At creation of an endpoint: why this URL cannot be one, or null. A name that does not resolve yet is let in; what the
 * WHATWG parser guesses (`https:example.com`) is not, though endpoints from before go on.
 */
export async function checkUrl(url: string, policy: Policy, resolve: Resolve = resolveName): Promise<string | null> {
  try {
    const { protocol, hostname } = parseTarget(url, policy);
    if (!/^[^:]+:\/\/[^/\\]/.test(url)) throw incomplete();
    if (!literalAddress(hostname) && !policy.proxy) await resolveChecked(hostname, protocol, policy, resolve);
    return null;
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error;
    return error.class === 'dns' ? null : error.message;
  }
}

/** All that can be told without looking a name up; the sender asks it before every attempt. Throws a RefusedTarget. */
export function parseTarget(url: string, policy: Policy): URL {
  const target = URL.parse(url);
  if (!target) throw incomplete();
  const { protocol, username, password, hostname } = target;
  const httpAllowed = policy.allowLoopback || policy.allowedCidrs.length > 0;
  if (protocol !== 'https:' && !(protocol === 'http:' && httpAllowed)) {
    throw new RefusedTarget(
      'invalid_url',
      `The URL must begin with https://, not ${protocol}//.${httpAdvice(protocol)}`,
    );
  }
  if (username || password) {
    throw new RefusedTarget(
      'invalid_url',
      'The URL must not contain a user name or password. Verify the signature header instead. If you need a token, put it in the path or query.',
    );
  }
  const literal = literalAddress(hostname);
  if (literal) refuseUnlessAllowed(literal, `The address ${literal}`, protocol, policy);
  else if (policy.proxy) refuseByName(hostname, protocol, policy);
  return target;
}

/** Which setting lets http in; what is no http at all it does not help. */
const httpAdvice = (protocol: string) =>
  protocol === 'http:'
    ? ' Only networks in WEBHOOK_ALLOW_CIDRS, a setting of this service, can be reached over http.'
    : '';

const incomplete = () =>
  new RefusedTarget('invalid_url', 'This is not a complete URL. It must look like https://example.com/webhooks.');

/** What a name alone tells, where it is not looked up here. */
function refuseByName(hostname: string, protocol: string, policy: Policy): void {
  if (isLocalhost(hostname)) refuseUnlessAllowed('127.0.0.1', `The name ${hostname}`, protocol, policy);
  else if (protocol === 'http:' && !policy.allowLoopback) {
    throw new RefusedTarget(
      'invalid_url',
      `The name ${hostname} can be reached only over https. Begin the URL with https://.`,
    );
  }
}

/** The WHATWG URL parser has already made `0x7f.1`, `2130706433` and `0177.0.0.1` into `127.0.0.1`. */
function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) ? bare : null;
}

async function resolveChecked(
  hostname: string,
  protocol: string,
  policy: Policy,
  resolve: Resolve,
): Promise<readonly string[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new RefusedTarget('dns', nameless(hostname));
  // The address is not told: names of the operator's own network must not be explored through this message.
  for (const address of addresses) refuseUnlessAllowed(address, `An address of ${hostname}`, protocol, policy);
  return addresses;
}

function refuseUnlessAllowed(address: string, subject: string, protocol: string, policy: Policy): void {
  const range = isIP(address) ? rangeOf(address) : 'invalid';
  if (range !== 'invalid' && policy.allowedCidrs.some((cidr) => isWithin(address, cidr))) return;
  if (policy.allowLoopback && range === 'loopback') return;
  if (range !== 'public') {
    throw new RefusedTarget(
      'refused_address',
      `${subject} is not public (${range}). Use a host on the internet, or ask the operator of this service to add its network to WEBHOOK_ALLOW_CIDRS.`,
    );
  }
  if (protocol === 'http:' && !policy.allowLoopback) {
    throw new RefusedTarget('invalid_url', `${subject} can be reached only over https. Begin the URL with https://.`);
  }
}

function isWithin(address: string, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const ip = ipaddr.parse(address);
  return ip.kind() === network.kind() && ip.match(network, bits);
}

/** IANA gives out global unicast IPv6 from here only: mapped, compatible, NAT64, unique-local and the rest lie outside. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** Azure's metadata and DNS: a public address that answers only from inside the machine's host. */
const AZURE_HOST = '168.63.129.16';

/**
 * `public`, or the name of the special range. Forms that carry an IPv4 address within (6to4, Teredo, NAT64, mapped) are
 * refused whole: no public server needs to be written that way.
 */
function rangeOf(address: string): string {
  const ip = ipaddr.parse(address);
  const range = ip.range();
  if (range !== 'unicast') return range;
  if (address === AZURE_HOST) return 'platform';
  return ip.kind() === 'ipv4' || ip.match(globalIpv6) ? 'public' : 'reserved';
}

/**
 * The only way to a socket. A literal is checked here, since Node asks `lookup` for names only; a name is looked up once,
 * inside the connection, and Node connects to the answers that passed, so no second answer can differ from the checked one.
 * Host and TLS name stay those of the URL.
 */
export function guardedConnector(policy: Policy, resolve: Resolve, timeoutMs: number): buildConnector.connector {
  const connectors: Record<string, buildConnector.connector> = {
    'http:': pinnedConnector('http:', policy, resolve, timeoutMs),
    'https:': pinnedConnector('https:', policy, resolve, timeoutMs),
  };
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    if (literal) refuseUnlessAllowed(literal, `The address ${literal}`, options.protocol, policy);
    connectors[options.protocol]!(options, callback);
  };
}

function pinnedConnector(
  protocol: string,
  policy: Policy,
  resolve: Resolve,
  timeoutMs: number,
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, _options, callback) => {
    resolveChecked(hostname, protocol, policy, resolve).then(
      (addresses) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
      (error) => callback(error, []),
    );
  };
  // With autoSelectFamily Node asks `lookup` for all addresses and tries them in turn. Its own 250 ms for each is less
  // than one round trip on many African links.
  const perAddressMs = Math.ceil(timeoutMs / 4);
  return buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressMs,
  });
}

const isLocalhost = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname);

/** c-ares, not getaddrinfo: that holds one of libuv's four threads while a dead name server keeps silent. */
const dns = new Resolver({ timeout: 2000, tries: 2 });

/** DNS only, /etc/hosts is not read; `localhost` as RFC 6761 §6.3 has it. */
export async function resolveName(hostname: string): Promise<readonly string[]> {
  if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
  const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason.code) : ''));
  const trouble = codes.find((code) => code !== 'ENOTFOUND' && code !== 'ENODATA');
  throw new RefusedTarget(
    'dns',
    trouble
      ? `The name ${hostname} could not be resolved: its name servers gave no usable answer (${trouble}).`
      : nameless(hostname),
  );
}

function nameless(hostname: string): string {
  return `The name ${hostname} has no address in DNS. Check its spelling and its A or AAAA record.`;
}
