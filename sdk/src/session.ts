import { ApiError, LoginRequiredError, type RialtoError } from './errors.ts';

export type Tokens = {
  access_token: string;
  refresh_token: string;
  /** Milliseconds since 1970, by the clock here. */
  expires_at: number;
};

/** What a login or a refresh answers with. */
export type Issued = { access_token: string; refresh_token: string; expires_in: number };

/** Where a session is kept. Several tabs may share one: a lock of the browser keeps their refreshes apart, or the store's own. */
export type TokenStore = {
  read(): Tokens | null | Promise<Tokens | null>;
  write(tokens: Tokens | null): void | Promise<void>;
  /** Runs the work while nobody else who shares the store does: for processes that share a file. */
  alone?<T>(work: () => Promise<T>): Promise<T>;
};

/** Only while the page or process lives. */
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
  /** Spends a refresh token for a new pair. */
  readonly refresh: (refreshToken: string) => Promise<Issued>;
  readonly onEnd?: ((error: RialtoError) => void) | undefined;
  /** The name that is one for all who share the store. */
  readonly lock: string;
};

/** What `navigator.locks` has; without it nobody else is waited for. */
type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> };

/** So long before its end an access token is not sent any more. */
const MARGIN = 30_000;
/** What says that a session is over, and not that asking went wrong. */
const OVER = ['refresh_token_reused', 'invalid_token', 'token_expired', 'account_suspended'];

/**
 * The tokens of one session. A refresh token is good once and its second use ends the session, so only one refresh is ever
 * under way: calls share it, and who shares the store waits at a lock and then finds the new pair.
 */
export class Session {
  readonly #options: SessionOptions;
  #refreshing: Promise<string> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** What is kept, or null when nobody is logged in. */
  async tokens(): Promise<Tokens | null> {
    return this.#options.store.read();
  }

  /** Takes over a session that was begun elsewhere. */
  async begin(issued: Issued): Promise<void> {
    await this.#options.store.write(tokensOf(issued));
  }

  /** Forgets it here; `auth.logout` ends it everywhere. */
  async forget(): Promise<void> {
    await this.#options.store.write(null);
  }

  /** An access token that is still good, or null when nobody is logged in. */
  async token(): Promise<string | null> {
    const tokens = await this.tokens();
    if (!tokens) return null;
    return tokens.expires_at - MARGIN > Date.now() ? tokens.access_token : this.renew(tokens.access_token);
  }

  /** Another access token than the one that was refused. */
  renew(refused: string): Promise<string> {
    this.#refreshing ??= this.#alone(() => this.#replace(refused)).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #replace(refused: string): Promise<string> {
    const { store, refresh, onEnd } = this.#options;
    const tokens = await store.read();
    if (!tokens) throw new LoginRequiredError('nobody is logged in');
    // Whoever had the lock before has done it.
    if (tokens.access_token !== refused) return tokens.access_token;
    try {
      const next = tokensOf(await refresh(tokens.refresh_token));
      await store.write(next);
      return next.access_token;
    } catch (error) {
      if (!(error instanceof ApiError) || !OVER.includes(error.code)) throw error;
      await store.write(null);
      onEnd?.(error);
      throw new LoginRequiredError(`the session has ended: ${error.message}`, { cause: error });
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
