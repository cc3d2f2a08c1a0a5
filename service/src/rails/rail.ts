import type { Failure, NotFound, NotTaken, RailAnswer } from '../core/payment.ts';
import type { RefundParts } from '../core/refund.ts';
import type { RailRow } from './rail-row.ts';

/** The same for every record that a rail works on. */
type AtRail = {
  /**
   * Our id: `pay_…`, `rfd_…` or `pit_…`; for an item of a scheduled run its reference, of the same form. The provider
   * gets it or an id that is derived from it.
   */
  readonly id: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** When the record was marked as sent, which commits before the first send. */
  readonly sentAt: Date;
  /** The provider's own id or token, from an earlier answer; null if no answer has carried one. */
  readonly handle: string | null;
  /** Results about this record that arrived by callback, oldest first. They are facts only if the provider says so. */
  readonly received: readonly unknown[];
  /** The address for the provider's callbacks about this record; null if the deployment has no public address. */
  readonly callbackUrl: string | null;
  /** The span of the request that made the record, if it was traced. `rails/http.ts` passes the trace on. */
  readonly traceparent?: string | null;
};

export type Collection = AtRail & {
  /** E.164. */
  readonly customer: string;
  /** The customer's own wallet here, if the money comes from it. */
  readonly payerWallet: string | null;
  /** Somebody who may not be the customer watches the payment: it must not show whether the customer has a wallet. */
  readonly hidesPayer?: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The display name of the merchant. */
  readonly merchant: string;
  readonly reference: string | null;
  readonly description: string | null;
  /** Where a redirect returns the payer. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** The one-time code that the payer got from the provider, where the rail needs one. */
  readonly code: string | null;
};

/** The payment that a refund returns, as its rail knows it. */
export type OriginalPayment = {
  readonly id: string;
  readonly handle: string | null;
  readonly railReference: string | null;
  readonly amount: bigint;
  readonly succeededAt: Date | null;
  /** Without this refund. */
  readonly refunded: bigint;
};

export type Repayment = AtRail & {
  readonly payment: OriginalPayment;
  /** E.164. */
  readonly customer: string;
  readonly merchant: string;
};

/** Money sent to a phone: an item of a payout. */
export type Disbursement = AtRail & {
  /** E.164. */
  readonly recipient: string;
  readonly name: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  /** The display name of the merchant that pays. */
  readonly merchant: string;
};

/** All money sent out gets the same kinds of answer, whether it is a refund or a payout. */
export type MoneyOutAnswer =
  | NotTaken
  | NotFound
  | { readonly state: 'pending'; readonly handle?: string; readonly askAgainInMs?: number }
  | {
      readonly state: 'succeeded';
      readonly railReference: string | null;
      readonly handle?: string;
      /** The provider's charge, in minor units, taken from the float. */
      readonly fee?: bigint;
    }
  | { readonly state: 'failed'; readonly failure: Failure; readonly handle?: string }
  /** The provider took the money back after it had succeeded. */
  | { readonly state: 'returned'; readonly failure: Failure };

export type RefundAnswer = MoneyOutAnswer;
export type PayOutAnswer = MoneyOutAnswer;

/** How the rail treats a repeated send. */
type Sending = {
  /** The provider recognises our id, so a repeat has no second effect. If false, nothing is ever sent twice. */
  readonly deduplicates: boolean;
  /** `not_found` counts from this time after sending. */
  readonly arrivalMs: number;
};

export type Capabilities = {
  /** The most decimals that the provider takes of an amount. */
  readonly decimals: number;
  readonly collect:
    | (Sending & {
        readonly flow: 'prompt' | 'redirect' | 'otp' | 'in_app';
        /** Minor units; null if the provider publishes none. */
        readonly minimum: bigint | null;
        readonly maximum: bigint | null;
        /** How long the payer may approve. */
        readonly approvalMs: number;
        /** The payer must get a one-time code from the provider before the request. */
        readonly needsCode: boolean;
        /** After the approval time the rail still decides: the record stays open until the provider says so. */
        readonly settlesLate: boolean;
      })
    | null;
  readonly refund:
    | (Sending & {
        readonly parts: RefundParts;
        /** Days after the payment; null if there is no limit. */
        readonly days: number | null;
      })
    | null;
  readonly payout:
    | (Sending & {
        readonly minimum: bigint | null;
        readonly maximum: bigint | null;
        /** The most items of one batch call; null if the provider has no batches. */
        readonly batchMost: number | null;
        /** The provider recognises our id in a batch as in a single call. */
        readonly batchDeduplicates?: boolean;
      })
    | null;
};

/** A question about a phone before money is sent to it. */
export type LookUp = {
  /** E.164. */
  readonly phone: string;
  readonly currency: string;
  /** The name that the sender gives, if any. */
  readonly name: string | null;
  readonly amount: bigint | null;
};
export type LookedUp = {
  /** Null if the provider does not say. */
  readonly exists: boolean | null;
  readonly canReceive: boolean | null;
  readonly name: string | null;
  readonly nameMatch: 'full' | 'partial' | 'none' | 'unknown';
};

export type Balance = { readonly currency: string; readonly available: bigint };

/** A movement that the provider lists. */
export type StatementRow = {
  /** The provider's id of the movement. */
  readonly operation: string;
  /** Our id, if the row shows it. */
  readonly record: string | null;
  readonly kind: 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other';
  /** Signed, in minor units: positive into the float. */
  readonly amount: bigint;
  readonly currency: string;
  readonly at: Date;
  /** E.164, masked or hashed as the provider shows it. */
  readonly phone: string | null;
  readonly accountText: string | null;
};

/** A request that arrived at the rail's callback address, after the secret in its path was checked. */
export type CallbackRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The public host that the provider called, from the callback address setting. */
  readonly authority: string;
  /** Our id in the path; null at the rail's own address. */
  readonly about: string | null;
};

/** Money that arrived without a request of ours. */
export type Incoming = {
  /** The provider's receipt. It is posted once, however often it arrives. */
  readonly receipt: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly at: Date;
  /** As the provider shows it: a phone, masked, or hashed. */
  readonly payer: string | null;
  /** The account text that the payer typed. */
  readonly accountText: string | null;
};

export type ReadCallback =
  /** The signature is missing or wrong: the answer is 401, and nothing is kept. */
  | { readonly refused: 'signature' }
  | {
      /** The answer in the provider's own form, sent after the commit. */
      readonly answer: { readonly status: number; readonly contentType?: string; readonly body?: string };
      /** Our id; null if the request names none. */
      readonly about: string | null;
      /** The provider's id, if the request names no id of ours. */
      readonly handle?: string | null;
      /** Kept with the callback and given to the next check of the record. JSON, without secrets. */
      readonly result?: unknown;
      readonly incoming?: readonly Incoming[];
    };

/**
 * One connection to a provider, the sandbox, or the wallets here. A rail omits the methods that its provider does not
 * support. A method that throws, or does not answer within 20 s, has not refused: the outcome is unknown, and the
 * record is looked for, never sent again blindly.
 */
export type Rail = {
  /** The slug, as the records store it. */
  readonly name: string;
  capabilities(): Capabilities;
  /** Asks the customer to pay. Called once, and again only if the rail answered `not_taken` or nothing ever arrived. */
  collect?(collection: Collection): Promise<RailAnswer>;
  /** Reads the state of the collection. */
  check?(collection: Collection): Promise<RailAnswer>;
  /** Withdraws the request. True: the customer can no longer pay. False: it is too late, or unknown. */
  withdraw?(collection: Collection): Promise<boolean>;
  /** Sends money back. */
  refund?(repayment: Repayment): Promise<RefundAnswer>;
  checkRefund?(repayment: Repayment): Promise<RefundAnswer>;
  /** Pays a phone. */
  payOut?(disbursement: Disbursement): Promise<PayOutAnswer>;
  checkPayOut?(disbursement: Disbursement): Promise<PayOutAnswer>;
  /** Pays many phones in one call. The answers are in the order of the items. */
  payOutMany?(disbursements: readonly Disbursement[]): Promise<readonly PayOutAnswer[]>;
  lookUp?(question: LookUp): Promise<LookedUp>;
  /** The float at the provider. */
  balance?(): Promise<readonly Balance[]>;
  /** The movements of a period, one page. @returns the rows, and the cursor of the next page or null */
  statement?(from: Date, to: Date, cursor: string | null): Promise<{ rows: StatementRow[]; cursor: string | null }>;
  /**
   * Asks for the statement of a period as a file in the provider's layout, for a provider that has no list.
   * @returns its id at the provider
   */
  askStatement?(from: Date, to: Date): Promise<string>;
  /**
   * Reads a statement that was asked for.
   * @param day the first local day of the period, for the name of the file
   * @returns the file; null while the provider makes it
   * @throws if the provider does not make it
   */
  statementFile?(id: string, day: string): Promise<StatementDownload | null>;
  /** Reads a callback. It changes nothing; a thrown error means that the request is not in the provider's form. */
  receive?(request: CallbackRequest): Promise<ReadCallback>;
  /** Reads the provider's present configuration; called at start and every few minutes. */
  refresh?(): Promise<void>;
};

/** A file of a provider, which is read once. */
export type StatementDownload = { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };

/** Rails by the name that the records store. */
export type Rails = {
  /** Undefined if no such rail is configured. */
  get(name: string): Rail | undefined;
  /** The configuration of a rail of a provider. Undefined for the built-in rails. */
  row(name: string): RailRow | undefined;
  /** All names, including paused and closed rails. */
  names(): readonly string[];
  /** The reason why nothing may be sent to the rail now, or null. Questions about what was sent continue. */
  heldBack(name: string): NotTaken | null;
  /** How many more calls to the rail may begin now, beside `open` unanswered ones, by its concurrency and rate. */
  room(name: string, open: number): number;
};

/** Rails that never change and have no limits: the built-in ones, and those of tests. */
export function fixedRails(rails: Readonly<Record<string, Rail>>): Rails {
  return {
    get: (name) => rails[name],
    row: () => undefined,
    names: () => Object.keys(rails),
    heldBack: () => null,
    room: () => Number.POSITIVE_INFINITY,
  };
}

const builtIn: ReadonlySet<string> = new Set(['sandbox', 'wallet']);

/** The rails that every deployment has. They move no money outside it. */
export const isBuiltIn = (name: string): boolean => builtIn.has(name);
