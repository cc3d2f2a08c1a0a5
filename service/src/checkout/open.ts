import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { LookUps } from '../rails/look-up.ts';
import { createMemoryReader } from '../rails/memory.ts';
import type { Rails } from '../rails/rail.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Quotas } from '../tenancy/quotas/metered.ts';
import { endAttempt } from './end-attempt.ts';
import { openFromLink } from './open-from-link.ts';
import type { AttemptInput, AttemptResult, EndInput, HostedPage, OpenInput, OpenResult } from './page.ts';
import { type PageQuestion, readHostedPage } from './read-page.ts';
import { startAttempt } from './start-attempt.ts';

/** The operations of the hosted page. Its payers have no account here: the address is what they know. */
export type Checkout = {
  read(question: PageQuestion): Promise<HostedPage>;
  open(input: OpenInput): Promise<OpenResult>;
  start(input: AttemptInput): Promise<AttemptResult>;
  end(input: EndInput): Promise<void>;
};

export type CheckoutOptions = {
  readonly db: Database;
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'subjectKey' | 'encryptionKey'>;
  readonly rails: Rails;
  readonly lookUps: LookUps;
  /** The quotas of test worlds. */
  readonly quotas: Quotas | null;
};

export function openCheckout({ db, config, secrets, rails, lookUps, quotas }: CheckoutOptions): Checkout {
  const { subjectKey, encryptionKey: codeKey } = secrets;
  const limits = {
    perPhone: config.CHECKOUT_PROMPTS_PER_PHONE,
    perPhoneDay: config.CHECKOUT_PROMPTS_PER_PHONE_DAY,
    perSession: config.CHECKOUT_ATTEMPTS,
    perAddress: config.CHECKOUT_PROMPTS_PER_ADDRESS,
  };
  const exponentOf = (currency: string) => config.CURRENCIES.get(currency)?.exponent ?? 0;
  const routing = { rails, lookUps, memoryOf: createMemoryReader(db), exponentOf };
  const deps = {
    db,
    quotas,
    live: config.LIVE,
    rails,
    codeKey,
    routing,
    subjectKey,
    limits,
    pages: `${config.docBase}/pay`,
  };
  return {
    read: (question) => readHostedPage(deps, question),
    open: (input) => openFromLink(deps, input),
    start: (input) => startAttempt(deps, input),
    end: (input) => endAttempt(deps, input),
  };
}
