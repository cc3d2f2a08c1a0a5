import type { Answered, RequestOptions } from './answer.ts';
import type { Api } from './api.ts';
import type { RialtoError } from './errors.ts';
import type { LoginResult, StaffLoginResult } from './generated/records.ts';
import { UserResources } from './generated/resources.ts';
import { type Operation, POST } from './operation.ts';
import { keepInMemory, Session, type TokenStore } from './session.ts';
import { type ClientOptions, createTransport } from './transport.ts';

export type UserClientOptions = ClientOptions & {
  /** For merchants and developers: the integration that they act on, and its mode (default: test). */
  integration?: string;
  mode?: 'test' | 'live';
  /** Storage of the session. Default: in memory. */
  store?: TokenStore;
  /** Called when the session has ended. Show the login form. */
  onSessionEnd?: (error: RialtoError) => void;
};

const LOGOUT = '/api/v1/auth/logout';

/**
 * The client for apps that act for a person. `auth.login` or `auth.verifyTwoFactor` starts a session. The client stores
 * it and refreshes it when needed.
 */
export class RialtoUser extends UserResources {
  readonly session: Session;

  constructor(options: UserClientOptions) {
    const session = openSession(options);
    const api = createTransport(actingOn(options), {
      token: async ({ path }) => (isAnonymous(path) ? null : session.token()),
      renew: (refused) => session.renew(refused),
    });
    super({ ...api, send: keepingTokens(api, session, `${options.headerPrefix ?? 'Service'}-Device`) });
    this.session = session;
  }
}

function actingOn({ integration, mode, ...options }: UserClientOptions): ClientOptions {
  const { headerPrefix = 'Service', headers } = options;
  const acting = {
    ...(integration ? { [`${headerPrefix}-Integration`]: integration } : {}),
    ...(mode ? { [`${headerPrefix}-Mode`]: mode } : {}),
  };
  return { ...options, headers: { ...acting, ...headers } };
}

function openSession(options: UserClientOptions): Session {
  // The refresh token is in the body, so this request needs no access token. It has no retry: the refresh token is
  // valid once.
  const anonymous = createTransport(options, { token: async () => null });
  return new Session({
    store: options.store ?? keepInMemory(),
    refresh: (refresh_token) => anonymous.send(POST('/auth/refresh', { body: { refresh_token }, keyed: false })),
    onEnd: options.onSessionEnd,
    lock: options.baseUrl,
  });
}

/**
 * Stores the tokens of each response and deletes them at logout. The last refresh token distinguishes this client from
 * strangers who guess the password. `deviceHeader` carries it, also after a logout.
 */
function keepingTokens(api: Api, session: Session, deviceHeader: string): Api['send'] {
  let last: string | undefined;
  return async (operation: Operation, call?: RequestOptions) => {
    if (LOGS_IN.test(operation.path) || operation.path === LOGOUT)
      last = (await session.tokens())?.refresh_token ?? last;
    const isKnown = last !== undefined && LOGS_IN.test(operation.path);
    const options = isKnown ? { ...call, headers: { [deviceHeader]: last!, ...call?.headers } } : call;
    const answer: Answered<object> = await api.send(operation, options);
    if (isSession(answer)) await session.begin(answer);
    if (operation.path === LOGOUT) await session.forget();
    return answer;
  };
}

/** Routes on which the service recognizes a known device. */
const LOGS_IN = /^\/api\/v1\/auth\/((\w+\/)?login|device|password\/(forgot|reset)|2fa\/resend)$/;

/** A file is a text. */
const isSession = (answer: unknown): answer is LoginResult | StaffLoginResult =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer && 'refresh_token' in answer;

/** Login routes: they are sent without a token, so that an old session cannot block a login. */
const isAnonymous = (path: string) => path.startsWith('/api/v1/auth/') && !NEEDS_SESSION.test(path);
const NEEDS_SESSION = /\/(logout|sessions(\/.*)?|password\/change|2fa\/(enable|disable|confirm))$/;

export type { Answered, RequestOptions, Upload } from './answer.ts';
export { ApiError, type ApiErrorOf, ConnectionError, LoginRequiredError, RialtoError } from './errors.ts';
export type { ErrorCatalogue, ErrorCode } from './generated/catalogue.ts';
export type * from './generated/records.ts';
export type * from './generated/resources.ts';
export type { List, Page } from './list.ts';
export { keepInMemory, type Session, type TokenStore, type Tokens } from './session.ts';
