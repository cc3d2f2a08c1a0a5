import { createHash, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';

/** A request as its sender addressed it: behind a proxy, authority and path are the public ones. */
export type SignedMessage = {
  readonly method: string;
  /** Host in lower case, with the port if it is not the scheme's own. */
  readonly authority: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
};

/** One signature of a request (RFC 9421, 4), read but not verified. */
export type MessageSignature = {
  readonly keyId: string;
  readonly algorithm: string | null;
  readonly components: readonly string[];
  /** Unix seconds. */
  readonly created: number | null;
  readonly expires: number | null;
  /** The value of Signature-Input as received: it ends the signature base. */
  readonly input: string;
  readonly bytes: Buffer;
};

const LABEL = 'sig-pp';
/** A signature must protect these, or it could be moved to another request (RFC 9421, 7.2.1). */
const NEEDED = ['@method', '@authority', '@path', 'content-digest'];
/** Repeats come for about 15 minutes and may carry the first signature, which expires after 60 s. */
const TOLERANCE_S = 900;

/** RFC 9530. pawaPay accepts sha-256 and sha-512 and sends sha-512. */
export function contentDigest(body: Uint8Array, algorithm: 'sha-256' | 'sha-512' = 'sha-512'): string {
  return `${algorithm}=:${createHash(algorithm.replace('-', '')).update(body).digest('base64')}:`;
}

/** The headers that sign a request to pawaPay. Its own example has ECDSA in DER, where RFC 9421 has r‖s. */
export function signPawapayRequest(
  request: Omit<SignedMessage, 'headers'> & { readonly contentType: string },
  key: { readonly id: string; readonly privateKey: KeyObject; readonly encoding: 'der' | 'ieee-p1363' },
  nowMs: number,
): Record<string, string> {
  const created = Math.floor(nowMs / 1000);
  const headers: Record<string, string> = {
    'content-type': request.contentType,
    'content-digest': contentDigest(request.body),
    'signature-date': new Date(nowMs).toISOString(),
  };
  const components = ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type'];
  const list = components.map((name) => `"${name}"`).join(' ');
  const algorithm = algorithmOf(key.privateKey);
  const input = `(${list});alg="${algorithm}";keyid="${key.id}";created=${created};expires=${created + 60}`;
  const base = signatureBase({ ...request, headers }, components, input)!;
  const { hash, options } = algorithms[algorithm]!;
  const bytes = sign(hash, Buffer.from(base), { key: key.privateKey, ...options, dsaEncoding: key.encoding });
  return {
    ...headers,
    'signature-input': `${LABEL}=${input}`,
    signature: `${LABEL}=:${bytes.toString('base64')}:`,
  };
}

/** The signature in the headers of a request: pawaPay's own label first. Null if there is none that can be read. */
export function readMessageSignature(headers: SignedMessage['headers']): MessageSignature | null {
  const inputs = membersOf(headers['signature-input']);
  const signatures = membersOf(headers.signature);
  const label = inputs.has(LABEL) ? LABEL : inputs.keys().next().value;
  if (label === undefined) return null;
  const input = inputs.get(label)!;
  const [, encoded] = /^:([A-Za-z0-9+/]+=*):$/.exec(signatures.get(label) ?? '') ?? [];
  const [, list, rest] = /^\(((?:"[a-z0-9@-]+"(?: +"[a-z0-9@-]+")*)?)\)(.*)$/.exec(input) ?? [];
  if (encoded === undefined || list === undefined || rest === undefined) return null;
  const parameters = readParameters(rest);
  const keyId = parameters?.get('keyid');
  if (!parameters || keyId === undefined) return null;
  const seconds = (name: string) => (parameters.has(name) ? Number(parameters.get(name)) : null);
  return {
    keyId,
    algorithm: parameters.get('alg') ?? null,
    components: list.split(/ +/).map((name) => name.slice(1, -1)),
    created: seconds('created'),
    expires: seconds('expires'),
    input,
    bytes: Buffer.from(encoded, 'base64'),
  };
}

/** Null if the key's owner signed this request, with this body, lately; otherwise the reason why not. */
export function faultOfSignature(
  request: SignedMessage,
  signature: MessageSignature,
  publicKey: KeyObject,
  nowMs: number,
): string | null {
  const missing = NEEDED.find((name) => !signature.components.includes(name));
  if (missing) return `the signature does not cover ${missing}`;
  const now = nowMs / 1000;
  if (signature.expires !== null && !(now <= signature.expires + TOLERANCE_S)) return 'the signature has expired';
  if (signature.created !== null && !(signature.created <= now + TOLERANCE_S)) return 'the signature is of the future';
  if (!isDigestOf(request.body, request.headers['content-digest'])) return 'the content digest does not fit the body';
  const algorithm = signature.algorithm ?? algorithmOf(publicKey);
  if (!fits(algorithm, publicKey)) return `the key does not fit the algorithm ${algorithm}`;
  const base = signatureBase(request, signature.components, signature.input);
  if (base === null) return 'a signed component is missing';
  return isSigned(base, signature.bytes, publicKey, algorithm) ? null : 'the signature does not match';
}

type Algorithm = {
  readonly hash: string;
  readonly keyType: string;
  readonly curve?: string;
  /** Bytes of an ECDSA signature as r‖s. */
  readonly rawLength?: number;
  readonly options: { readonly padding?: number; readonly saltLength?: number };
};
const RSA_PKCS1_PADDING = 1;
const RSA_PKCS1_PSS_PADDING = 6;
const algorithms: Readonly<Record<string, Algorithm>> = {
  'ecdsa-p256-sha256': { hash: 'sha256', keyType: 'ec', curve: 'prime256v1', rawLength: 64, options: {} },
  'ecdsa-p384-sha384': { hash: 'sha384', keyType: 'ec', curve: 'secp384r1', rawLength: 96, options: {} },
  'rsa-pss-sha512': { hash: 'sha512', keyType: 'rsa', options: { padding: RSA_PKCS1_PSS_PADDING, saltLength: 64 } },
  'rsa-v1_5-sha256': { hash: 'sha256', keyType: 'rsa', options: { padding: RSA_PKCS1_PADDING } },
};

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return 'rsa-v1_5-sha256';
  return key.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ecdsa-p384-sha384' : 'ecdsa-p256-sha256';
}

/** The sender names the algorithm, so the key decides whether it may: RSA's cannot be used with an EC key. */
function fits(algorithm: string, key: KeyObject): boolean {
  const known = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
  if (!known || known.keyType !== key.asymmetricKeyType) return false;
  return known.curve === undefined || known.curve === key.asymmetricKeyDetails?.namedCurve;
}

/** pawaPay sends ECDSA in DER (70 to 72 bytes), RFC 9421 wants r‖s (64): both are accepted. */
function isSigned(base: string, bytes: Buffer, key: KeyObject, algorithm: string): boolean {
  const { hash, options, rawLength } = algorithms[algorithm]!;
  const encodings = bytes.length === rawLength ? (['ieee-p1363', 'der'] as const) : (['der'] as const);
  return encodings.some((dsaEncoding) => verify(hash, Buffer.from(base), { key, ...options, dsaEncoding }, bytes));
}

/** RFC 9421, 2.5. Null if a component is unknown or absent. */
function signatureBase(request: SignedMessage, components: readonly string[], input: string): string | null {
  const derived: Readonly<Record<string, string>> = {
    '@method': request.method.toUpperCase(),
    '@authority': request.authority,
    '@path': request.path,
  };
  const lines: string[] = [];
  for (const name of components) {
    const value = name.startsWith('@') ? derived[name] : fieldValue(request.headers[name]);
    if (value === undefined) return null;
    lines.push(`"${name}": ${value}`);
  }
  return [...lines, `"@signature-params": ${input}`].join('\n');
}

function fieldValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.map((line) => line.trim()).join(', ') : value?.trim();
}

function isDigestOf(body: Uint8Array, header: string | readonly string[] | undefined): boolean {
  const digests = membersOf(header);
  const algorithm = (['sha-512', 'sha-256'] as const).find((name) => digests.has(name));
  if (!algorithm) return false;
  const expected = Buffer.from(contentDigest(body, algorithm));
  const given = Buffer.from(`${algorithm}=${digests.get(algorithm)}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The members of a dictionary of RFC 9651, each with its value as received. Commas in quotes do not part them. */
function membersOf(header: string | readonly string[] | undefined): Map<string, string> {
  const members = new Map<string, string>();
  for (const [member] of (fieldValue(header) ?? '').matchAll(/(?:"[^"]*"|[^",])+/g)) {
    const [, label, value] = /^\s*([a-z*][a-z0-9_.*-]*)=(.*?)\s*$/s.exec(member) ?? [];
    if (label !== undefined && value !== undefined) members.set(label, value);
  }
  return members;
}

/** `;alg="…";created=1` as a map; null if anything else is in it. */
function readParameters(text: string): Map<string, string> | null {
  const parameters = new Map<string, string>();
  const rest = text.replace(/;\s*([a-z*][a-z0-9_.*-]*)=(?:"([^"\\]*)"|(\d+))/g, (_all, name, quoted, digits) => {
    parameters.set(name, quoted ?? digits);
    return '';
  });
  return rest === '' ? parameters : null;
}
