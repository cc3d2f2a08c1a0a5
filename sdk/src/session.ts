import { ApiError, LoginRequiredError, type RialtoError } from './errors.ts';

export type Tokens = {
  access_token: string;
  refresh_token: string;
  /** Milliseconds since 1970, by the local clock. */
  expires_at: number;
};

/** The response to a login or a refresh. */
export type Issued = { access_token: string; refresh_token: string; expires_in: number };

/**
 * Storage of a session. Several tabs may share one: a browser lock, or the store's own lock, serializes their
 * refreshes.
 */
export type TokenStore = {
  read(): Tokens | null | Promise<Tokens | null>;
  write(tokens: Tokens | null): void | Promise<void>;
  /** Runs the work under a lock that all users of the store share. For processes that share a file. */
  alone?<T>(work: () => Promise<T>): Promise<T>;
};

/** Keeps the session only while the page or process lives. */
export function keepInMemory(tokens: Tokens | null = null): TokenStore {
  let kept = tokens;
  return {
    read: () => kept,
    write: (next) => {
      kept = next;
    },
  };
}

export type SessionOptions = {
  readonly store: TokenStore;
  /** Exchanges a refresh token for a new pair. */
  readonly refresh: (refreshToken: string) => Promise<Issued>;
  readonly onEnd?: ((error: RialtoError) => void) | undefined;
  /** The lock's name, the same for all users of the store. */
  readonly lock: string;
};

/** The part of `navigator.locks` that is used. Without it, refreshes are not serialized between tabs. */
type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> };

/** An access token is refreshed this long before it expires. */
const MARGIN = 30_000;
/** Codes that mean that the session has ended. Other errors mean that only the refresh failed. */
const OVER = ['refresh_token_reused', 'invalid_token', 'token_expired', 'account_suspended'];

/**
 * The tokens of one session. A refresh token is valid once, and its second use ends the session. So only one refresh
 * runs at a time: concurrent calls share it, and other users of the store wait for the lock and then find the new pair.
 */
export class Session {
  readonly #options: SessionOptions;
  #refreshing: Promise<string> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The stored tokens, or null without a session. */
  async tokens(): Promise<Tokens | null> {
    return this.#options.store.read();
  }

  /** Takes over a session that was started elsewhere. */
  async begin(issued: Issued): Promise<void> {
    await this.#options.store.write(tokensOf(issued));
  }

  /** Deletes the tokens here only; `auth.logout` ends the session on the service. */
  async forget(): Promise<void> {
    await this.#options.store.write(null);
  }

  /** A valid access token, or null without a session. */
  async token(): Promise<string | null> {
    const tokens = await this.tokens();
    if (!tokens) return null;
    return tokens.expires_at - MARGIN > Date.now() ? tokens.access_token : this.renew(tokens.access_token);
  }

  /** Returns a different access token than the one that was refused. */
  renew(refused: string): Promise<string> {
    this.#refreshing ??= this.#alone(() => this.#replace(refused)).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #replace(refused: string): Promise<string> {
    const { store, refresh, onEnd } = this.#options;
    const tokens = await store.read();
    if (!tokens) throw new LoginRequiredError('Not logged in');
    // The previous holder of the lock has already refreshed.
    if (tokens.access_token !== refused) return tokens.access_token;
    try {
      const next = tokensOf(await refresh(tokens.refresh_token));
      await store.write(next);
      return next.access_token;
    } catch (error) {
      if (!(error instanceof ApiError) || !OVER.includes(error.code)) throw error;
      await store.write(null);
      onEnd?.(error);
      throw new LoginRequiredError(`The session has ended: ${error.message}`, { cause: error });
    }
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { store } = this.#options;
    if (store.alone) return store.alone(work);
    const locks = (globalThis.navigator as { locks?: Locks } | undefined)?.locks;
    return locks ? locks.request(`rialto ${this.#options.lock}`, work) : work();
  }
}

const tokensOf = ({ access_token, refresh_token, expires_in }: Issued): Tokens => ({
  access_token,
  refresh_token,
  expires_at: Date.now() + expires_in * 1000,
});
