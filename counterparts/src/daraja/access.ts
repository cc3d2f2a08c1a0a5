import { constants, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto';
import type { Answer, Call, Route } from '../kit/server.ts';
import { failure, invalidAuthHeader, invalidPayload, invalidToken, ok } from './answers.ts';
import type { Fields } from './fields.ts';
import type { World } from './world.ts';

const LIFE_S = 3_599;
const INITIATOR = 'testapi';
const PASSWORD = 'Safaricom999!*!';
/** Credentials are the same text in each request of a client, so few are enough. */
const KEPT_CREDENTIALS = 1_000;

export type Access = {
  readonly route: Route;
  /** An integrator gets them from the portal. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The handler of a POST with JSON and a valid token. */
  guard(handle: (body: Fields, call: Call) => Answer | Promise<Answer>): Route['handle'];
  /** Forgets all tokens. */
  expireTokens(): void;
  /** @returns the result code of a wrong API user or SecurityCredential, or null */
  initiatorFault(initiator: unknown, securityCredential: unknown): string | null;
};

/** Tokens, and the API user with the key that encrypts its password. */
export function openAccess({ kit }: World): Access {
  const consumerKey = randomBytes(12).toString('hex');
  const consumerSecret = randomBytes(12).toString('hex');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const tokens = new Map<string, number>();
  const checked = new Map<string, boolean>();
  let issued = 0;

  const basic = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  const route: Route = {
    method: 'GET',
    path: '/oauth/v1/generate',
    operation: 'token',
    handle: ({ query, headers }) => {
      if (query.get('grant_type') !== 'client_credentials')
        return failure(400, '400.008.02', 'Invalid grant type passed');
      if (!headers.authorization?.startsWith('Basic '))
        return failure(400, '400.008.01', 'Invalid Authentication passed');
      if (headers.authorization !== basic || kit.settings.tokensRefused)
        return failure(400, '400.008.01', 'Invalid Authentication passed');
      const token = randomBytes(21).toString('base64url');
      const lifeMs = kit.settings.tokenLifeMs ?? LIFE_S * 1_000;
      for (const [old, until] of tokens) if (until <= kit.now()) tokens.delete(old);
      tokens.set(token, kit.now() + lifeMs);
      const seconds = Math.floor(lifeMs / 1_000);
      // The provider sends text or a number.
      return ok({ access_token: token, expires_in: issued++ % 2 === 0 ? String(seconds) : seconds });
    },
  };

  const tokenFault = ({ headers }: Call): Answer | null => {
    const { authorization } = headers;
    if (!authorization?.startsWith('Bearer ')) return invalidAuthHeader();
    const until = tokens.get(authorization.slice('Bearer '.length));
    const isValid = until !== undefined && until > kit.now() && !kit.settings.callsRefused;
    return isValid ? null : invalidToken();
  };

  return {
    route,
    credentials: {
      consumer_key: consumerKey,
      consumer_secret: consumerSecret,
      initiator_name: INITIATOR,
      initiator_password: PASSWORD,
      certificate: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    guard: (handle) => (call) => {
      const fault = tokenFault(call);
      if (fault) return fault;
      const body = call.json();
      const isJson = /^application\/json\b/i.test(call.headers['content-type'] ?? '');
      if (!isJson || typeof body !== 'object' || body === null || Array.isArray(body)) return invalidPayload();
      return handle(body as Fields, call);
    },
    expireTokens: () => tokens.clear(),
    initiatorFault: (initiator, credential) => {
      if (kit.settings.initiatorRefused) return '2001';
      const text = String(credential);
      const known = checked.get(text);
      const isRight = known ?? decrypts(privateKey, text);
      if (known === undefined && checked.size < KEPT_CREDENTIALS) checked.set(text, isRight);
      return isRight && initiator === INITIATOR ? null : '2001';
    },
  };
}

/** RSA with PKCS #1 v1.5. A text with another padding decrypts to noise. */
function decrypts(key: Parameters<typeof privateDecrypt>[0] & object, credential: string): boolean {
  try {
    const plain = privateDecrypt(
      { key: key as never, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(credential, 'base64'),
    );
    return plain.toString() === PASSWORD;
  } catch {
    return false;
  }
}
