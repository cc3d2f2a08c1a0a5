export type Token = { readonly value: string; readonly lifeMs: number };

export type RailTokens<Trouble> = {
  /** The cached token, renewed before its end. Concurrent callers share one renewal. */
  get(): Promise<string | Trouble>;
  /** Discards this token, after the provider refused it. */
  discard(value: string): void;
};

/**
 * The access token of one set of credentials and one product.
 * @param fetchToken asks the provider; its trouble is given to every waiting caller and is not cached
 * @param earlyMs the time before its end at which a token is renewed
 */
export function cacheToken<Trouble extends object>(
  fetchToken: () => Promise<Token | Trouble>,
  earlyMs: number,
  now: () => number = performance.now.bind(performance),
): RailTokens<Trouble> {
  let cached: { readonly value: string; readonly until: number } | null = null;
  let renewing: Promise<string | Trouble> | null = null;
  const renew = async (): Promise<string | Trouble> => {
    const began = now();
    const answer = await fetchToken();
    if (!('lifeMs' in answer)) return answer;
    cached = { value: answer.value, until: began + Math.max(answer.lifeMs - earlyMs, 0) };
    return answer.value;
  };
  return {
    get: async () => {
      if (cached && cached.until > now()) return cached.value;
      renewing ??= renew().finally(() => {
        renewing = null;
      });
      return renewing;
    },
    discard: (value) => {
      if (cached?.value === value) cached = null;
    },
  };
}

/** `expires_in` in seconds, which providers send as a number or as text. @returns milliseconds, 0 if it is neither */
export function readLifeMs(expiresIn: unknown): number {
  const seconds = Number(expiresIn);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
