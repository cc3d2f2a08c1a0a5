import type { Answered, Operation, RequestOptions } from './answer.ts';
import type { Api } from './api.ts';
import type { RialtoError } from './errors.ts';
import type { LoginResult, StaffLoginResult } from './generated/records.ts';
import { UserResources } from './generated/resources.ts';
import { keepInMemory, Session, type TokenStore } from './session.ts';
import { type ClientOptions, createTransport } from './transport.ts';

export type UserClientOptions = ClientOptions & {
  /** For merchants and developers: the integration that they act on, and in which world (default: test). */
  integration?: string;
  mode?: 'test' | 'live';
  /** Where the session is kept. Default: in memory. */
  store?: TokenStore;
  /** Told when the session is over: show the login. */
  onSessionEnd?: (error: RialtoError) => void;
};

const REFRESH = '/api/v1/auth/refresh';
const LOGOUT = '/api/v1/auth/logout';

/**
 * For an app that acts for a person. `auth.login` or `auth.verifyTwoFactor` begins a session, which is kept, and refreshed
 * without being asked.
 */
export class RialtoUser extends UserResources {
  readonly session: Session;

  constructor(options: UserClientOptions) {
    const session = openSession(options);
    const api = createTransport(actingOn(options), {
      token: async ({ path }) => (needsNobody(path) ? null : session.token()),
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
  // The refresh token goes into the body, so nobody needs to be logged in, and nothing is sent twice: it is good once.
  const anonymous = createTransport(options, { token: async () => null });
  return new Session({
    store: options.store ?? keepInMemory(),
    refresh: (refresh_token) => anonymous.send({ method: 'POST', path: REFRESH, body: { refresh_token } }),
    onEnd: options.onSessionEnd,
    lock: options.baseUrl,
  });
}

/**
 * Tokens are kept as they come, and forgotten when they are given up. The last refresh token tells this client from strangers who
 * guess the password; `deviceHeader` carries it, after a log-out too.
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

/** Routes that tell a known device from a stranger's. */
const LOGS_IN = /^\/api\/v1\/auth\/((\w+\/)?login|device|password\/(forgot|reset)|2fa\/resend)$/;

const isSession = (answer: object): answer is LoginResult | StaffLoginResult =>
  'access_token' in answer && 'refresh_token' in answer;

/** Where people come to log in: an old session must not stand in the way. */
const needsNobody = (path: string) => path.startsWith('/api/v1/auth/') && !NEEDS_SOMEBODY.test(path);
const NEEDS_SOMEBODY = /\/(logout|sessions(\/.*)?|password\/change|2fa\/(enable|disable|confirm))$/;

export type { Answered, RequestOptions, Upload } from './answer.ts';
export { ApiError, type ApiErrorOf, ConnectionError, LoginRequiredError, RialtoError } from './errors.ts';
export type { ErrorCatalogue, ErrorCode } from './generated/catalogue.ts';
export type * from './generated/records.ts';
export type * from './generated/resources.ts';
export type { List, Page } from './list.ts';
export { keepInMemory, type Session, type TokenStore, type Tokens } from './session.ts';
