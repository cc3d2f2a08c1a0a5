import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Exceptions to the rule that webhooks go only to https on public addresses. Each mode has one policy. */
export type Policy = {
  /** Allows http and loopback, for a sandbox that no other machine can reach. */
  readonly allowLoopback: boolean;
  /** The operator's allowed networks, such as `10.20.0.0/16`, over http too. */
  readonly allowedCidrs: readonly string[];
  /**
   * The operator's proxy. It resolves names, so it must refuse private addresses behind them. Literal addresses are
   * still checked here.
   */
  readonly proxy?: string;
};

/** Returns every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The reason why a URL gets no connection. The message is for the integrator. */
export class RefusedTarget extends Error {
  readonly class: 'invalid_url' | 'refused_address' | 'dns' | 'connect';

  constructor(kind: RefusedTarget['class'], message: string) {
    super(message);
    this.class = kind;
  }
}

/**
 * Called when an endpoint is created: the reason why it cannot have this URL, or null. A name that does not resolve yet
 * is accepted. A URL that the WHATWG parser completes by a guess (`https:example.com`) is refused, but older endpoints
 * keep theirs.
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

/** Runs all checks that need no name lookup. The sender calls it before every attempt. @throws RefusedTarget */
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

/** Names the setting that allows http. It does not help for other protocols. */
const httpAdvice = (protocol: string) =>
  protocol === 'http:'
    ? ' Only networks in WEBHOOK_ALLOW_CIDRS, a setting of this service, can be reached over http.'
    : '';

const incomplete = () =>
  new RefusedTarget('invalid_url', 'This is not a complete URL. It must look like https://example.com/webhooks.');

/** Checks a name that is not resolved here. */
function refuseByName(hostname: string, protocol: string, policy: Policy): void {
  if (isLocalhost(hostname)) refuseUnlessAllowed('127.0.0.1', `The name ${hostname}`, protocol, policy);
  else if (protocol === 'http:' && !policy.allowLoopback) {
    throw new RefusedTarget(
      'invalid_url',
      `The name ${hostname} can be reached only over https. Begin the URL with https://.`,
    );
  }
}

/** The WHATWG URL parser has already turned `0x7f.1`, `2130706433` and `0177.0.0.1` into `127.0.0.1`. */
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
  // The message hides the address: it must not help to explore names of the operator's network.
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

/**
 * IANA assigns global unicast IPv6 only from this range. Mapped, compatible, NAT64, unique-local and all others are
 * outside.
 */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** Azure's metadata and DNS: a public address that answers only from inside the machine's host. */
const AZURE_HOST = '168.63.129.16';

/**
 * `public`, or the name of the special range. Forms that contain an IPv4 address (6to4, Teredo, NAT64, mapped) are all
 * refused: no public server needs them.
 */
function rangeOf(address: string): string {
  const ip = ipaddr.parse(address);
  const range = ip.range();
  if (range !== 'unicast') return range;
  if (address === AZURE_HOST) return 'platform';
  return ip.kind() === 'ipv4' || ip.match(globalIpv6) ? 'public' : 'reserved';
}

/**
 * The only way to open a socket. A literal address is checked here, because Node calls `lookup` for names only.
 * A name is resolved once, inside the connection, and Node connects to the checked addresses, so no second answer can
 * differ from the checked one. Host header and TLS name stay those of the URL.
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
  // With autoSelectFamily Node gets all addresses from `lookup` and tries them in turn. Its default of 250 ms for each
  // is less than one round trip on many African links.
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

/** Uses c-ares: getaddrinfo blocks one of libuv's four threads while a dead name server is silent. */
const dns = new Resolver({ timeout: 2000, tries: 2 });

/** Resolves by DNS only, without /etc/hosts. `localhost` follows RFC 6761 §6.3. */
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
