import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { LoginResult } from '../../../contract/src/auth.ts';
import { DEVICE_SECONDS, type Devices } from '../access/tokens/devices.ts';
import { ACCESS_SECONDS, REFRESH_SECONDS } from '../access/tokens/lifetimes.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { basePathOf, cookieSlug } from './base-path.ts';

/** Sessions of browser applications, whose tokens are in cookies that no script can read. */
export type SessionCookies = {
  /**
   * The credential of a request: its Authorization header, or else its access cookie.
   * @throws Refusal forbidden_origin, session_of_another
   */
  authorizationOf(request: FastifyRequest): string | undefined;
  /**
   * The credential for a new pair of tokens, which may be a cookie at the refresh. `wanted`: the pair goes into
   * cookies.
   */
  openedBy(request: FastifyRequest, refreshes: boolean): { authorization: string | undefined; wanted: boolean };
  /** Takes the tokens out of a Login result. @returns the rest of it */
  keep(request: FastifyRequest, reply: FastifyReply, body: string): string;
  /** Clears the session's cookies. The device cookie stays. */
  clear(request: FastifyRequest, reply: FastifyReply): void;
  /** The device that a request shows: its cookie, and its device token if the client has no cookies. */
  deviceOf(request: FastifyRequest): { cookie: string | null; token: string | null };
};

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Reads the account without verifying the token. It is used only to refuse; the token is verified afterwards. */
function whoseIs(token: string): string | undefined {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
}

type CookieUse = 'access' | 'refresh' | 'device';

/** Reads the cookies of requests and checks that they come from this service's own pages. */
function createCookieReader(publicUrl: string) {
  const fixed = publicUrl === '' ? null : new URL(publicUrl).origin;
  // A `__Host-` cookie has the path /, so two services on one host need different names.
  const slug = cookieSlug(basePathOf(publicUrl));

  /** Without a public URL the browser's Host header decides: http on this machine, https elsewhere. */
  const originOf = ({ host }: FastifyRequest) => {
    if (fixed) return fixed;
    return LOCAL.test(`http://${host}`) ? `http://${host}` : `https://${host}`;
  };
  const namesOf = (request: FastifyRequest) => {
    // Over plain http on this machine browsers keep no `__Host-` cookie. Elsewhere only that name is believed: a
    // sibling domain could have planted another one.
    const local = LOCAL.test(originOf(request));
    const prefix = `${local ? '' : '__Host-'}rialto${slug}`;
    return {
      access: `${prefix}-access`,
      refresh: `${prefix}-refresh`,
      session: `${prefix}-session`,
      device: `${prefix}-device`,
      secure: !local,
    };
  };
  const cookieOf = (request: FastifyRequest, use: CookieUse) => {
    const header = request.headers.cookie;
    if (header === undefined) return undefined;
    const name = `${namesOf(request)[use]}=`;
    const found = header.split(/; */).find((pair) => pair.startsWith(name));
    return found && found.length > name.length ? found.slice(name.length) : undefined;
  };

  /** Browsers send cookies with any page's requests. SameSite keeps other sites out, and this check the rest. */
  const checkOrigin = (request: FastifyRequest) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const safe = request.method === 'GET' || request.method === 'HEAD';
    const own = originOf(request);
    if (site !== undefined && site !== 'same-origin' && !(safe && site === 'none'))
      throw new Refusal('forbidden_origin');
    if (origin === undefined ? !safe : origin !== own)
      throw new Refusal('forbidden_origin', `With a session cookie, requests must come from ${own}`);
  };

  return { namesOf, cookieOf, checkOrigin };
}

type SessionCookieOptions = { readonly publicUrl: string; readonly headerPrefix: string; readonly devices: Devices };

/**
 * `publicUrl` is the address of the service in browsers. Without it any address that browsers use is taken, such as
 * localhost.
 */
export function createSessionCookies({ publicUrl, headerPrefix, devices }: SessionCookieOptions) {
  const { namesOf, cookieOf, checkOrigin } = createCookieReader(publicUrl);
  const wantedBy = `${headerPrefix}-Session`;
  const meant = `${headerPrefix}-Person`.toLowerCase();
  const deviceToken = `${headerPrefix}-Device`.toLowerCase();

  /** All tabs of a browser share the cookies of the last login. The page's header says whose session it shows. */
  const checkPerson = (request: FastifyRequest, token: string) => {
    const person = request.headers[meant];
    const whose = whoseIs(token);
    if (person !== undefined && whose !== undefined && whose !== person) throw new Refusal('session_of_another');
  };
  const bearer = (request: FastifyRequest, use: 'access' | 'refresh') => {
    const token = cookieOf(request, use);
    if (token === undefined) return undefined;
    checkOrigin(request);
    checkPerson(request, token);
    return `Bearer ${token}`;
  };
  const set = (request: FastifyRequest, reply: FastifyReply, tokens: { access: string; refresh: string } | null) => {
    const names = namesOf(request);
    const attributes = `Path=/; SameSite=Strict${names.secure ? '; Secure' : ''}`;
    const lasts = tokens ? REFRESH_SECONDS : 0;
    const account = tokens && whoseIs(tokens.access);
    const device = account && devices.remember(cookieOf(request, 'device') ?? null, account);
    reply.header('Set-Cookie', [
      `${names.access}=${tokens?.access ?? ''}; ${attributes}; HttpOnly; Max-Age=${tokens ? ACCESS_SECONDS : 0}`,
      `${names.refresh}=${tokens?.refresh ?? ''}; ${attributes}; HttpOnly; Max-Age=${lasts}`,
      // Not a secret, and never used to authenticate: a page without it knows that there is no session to ask about.
      `${names.session}=${tokens ? 'open' : ''}; ${attributes}; Max-Age=${lasts}`,
      // Outlives the session: wrong passwords typed by strangers do not lock out the people of this device.
      ...(device ? [`${names.device}=${device}; ${attributes}; HttpOnly; Max-Age=${DEVICE_SECONDS}`] : []),
    ]);
  };

  return {
    authorizationOf: (request) => request.headers.authorization || bearer(request, 'access'),
    openedBy: (request, refreshes) => {
      const asked = request.headers[wantedBy.toLowerCase()];
      if (asked !== undefined && asked !== 'cookie') throw invalidField(wantedBy, 'cookie_only');
      if (asked === 'cookie') checkOrigin(request);
      const { authorization } = request.headers;
      const given = (request.body as { refresh_token?: string } | undefined)?.refresh_token;
      const fromCookie = !refreshes || authorization || given ? undefined : bearer(request, 'refresh');
      // A token from a cookie never goes into a body, where a script on the page could read it.
      return { authorization: authorization || fromCookie, wanted: asked === 'cookie' || fromCookie !== undefined };
    },
    keep: (request, reply, body) => {
      if (body === '') return body;
      const { access_token, refresh_token, ...rest } = JSON.parse(body) as Partial<LoginResult>;
      if (access_token === undefined || refresh_token === undefined) return body;
      set(request, reply, { access: access_token, refresh: refresh_token });
      return JSON.stringify(rest);
    },
    clear: (request, reply) => set(request, reply, null),
    deviceOf: (request) => {
      const token = request.headers[deviceToken];
      return { cookie: cookieOf(request, 'device') ?? null, token: typeof token === 'string' ? token : null };
    },
  } satisfies SessionCookies;
}
