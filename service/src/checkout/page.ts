import type { Static } from 'typebox';
import type { PageLanguage } from '../../../contract/src/checkout.ts';
import type { LinkState, Question } from '../../../contract/src/links.ts';
import type { FailureCode, NextAction, PaymentStatus } from '../../../contract/src/payments.ts';
import type { MerchantSettings } from '../../../contract/src/receipts.ts';
import type { QuotedCharge } from '../fees/quote-charges.ts';
import type { Command } from '../kernel/command.ts';

/** The longest answers to a link's questions, in characters. */
export const MOST_NAME = 80;
export const MOST_NOTE = 140;

/** The data of the hosted page. They never contain a payer's whole phone, a name, or whether a wallet exists. */

export type PageMerchant = {
  readonly id: string;
  readonly name: string;
  readonly logo: MerchantSettings['logo'];
};

/** The money of a payment whose payer bears the fee. */
export type PageCharge = Pick<QuotedCharge, 'fee' | 'tax' | 'total'>;

/** A way to pay. */
export type PageMethod = {
  /** The slug of the rail; the form sends it back. */
  readonly rail: string;
  /** `sandbox`, `wallet`, or the provider's name, such as `mtn-momo`. */
  readonly provider: string;
  readonly flow: 'prompt' | 'redirect' | 'otp' | 'in_app';
  /** The payer must get a one-time code from the provider first. */
  readonly needsCode: boolean;
  /** False: the provider is down or paused. The page says so before the payer tries. */
  readonly available: boolean;
  /** When it is expected back, if that is known. */
  readonly until: Date | null;
  /** Minor units. */
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  /** The money that the payer gives with it now. Null: the merchant bears the fee. */
  readonly charge: PageCharge | null;
};

/** The latest attempt. */
export type PagePayment = {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly rail: string;
  /** With manual capture: at the end, what the merchant took. */
  readonly amount: bigint;
  /** Null: the merchant bears the fee. */
  readonly charge: PageCharge | null;
  /** Only the last digits. */
  readonly maskedPhone: string;
  readonly nextAction: Static<typeof NextAction> | null;
  readonly failure: FailureCode | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
};

/**
 * - `ready`: the payer may begin an attempt; `payment` is the failed one before, if any.
 * - `waiting`: an attempt is unfinished. The page invites nobody to pay meanwhile.
 * - `completed`, `expired`: final.
 * - `sold_out`: somebody else has the last units; they may come back.
 * - `attempts_used`: no attempt is left.
 */
export type PageState = 'ready' | 'waiting' | 'completed' | 'expired' | 'sold_out' | 'attempts_used';

export type SessionPage = {
  readonly kind: 'session';
  readonly state: PageState;
  readonly merchant: PageMerchant;
  readonly livemode: boolean;
  readonly id: string;
  readonly token: string;
  readonly amount: bigint;
  /** The money is held first, and the merchant captures up to the amount. */
  readonly holds: boolean;
  readonly currency: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly quantity: number;
  readonly locale: PageLanguage | null;
  /** The merchant's phone for the payer, masked. The form may be sent without a phone then. */
  readonly maskedPhone: string | null;
  /** The number of attempts so far. The form sends it back, so that a form that is sent twice begins one attempt. */
  readonly attempts: number;
  /** For the phone of the question or of the session; without a phone, all of the currency. */
  readonly methods: readonly PageMethod[];
  readonly payment: PagePayment | null;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  /** Shown only once the session is completed, or its payer's money is held. */
  readonly successUrl: string | null;
  /** Shown while nothing is paid and no attempt is unfinished. */
  readonly cancelUrl: string | null;
  /** The code of the link that it was opened from, for a new session after it expired. */
  readonly linkCode: string | null;
};

export type LinkPage = {
  readonly kind: 'link';
  readonly state: LinkState;
  readonly merchant: PageMerchant;
  readonly livemode: boolean;
  readonly id: string;
  readonly code: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Null: the payer enters it, within the bounds. */
  readonly amount: bigint | null;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  readonly currency: string;
  /** The most units that this payer may choose: the link's own limit, and what is left. */
  readonly maxQuantity: number;
  /** The payer bears the fee, which the session's page shows. */
  readonly addsFee: boolean;
  readonly ask: { readonly name: Question; readonly note: Question };
  readonly locale: PageLanguage | null;
};

/** Null: no such address. Unknown and malformed ones look alike. */
export type HostedPage = SessionPage | LinkPage | null;

export type AttemptInput = {
  readonly token: string;
  /** As typed. Null: the session's own. */
  readonly phone: string | null;
  /** `rail` of a PageMethod. */
  readonly method: string;
  /** The payer's one-time code, where the method needs one. */
  readonly code: string | null;
  /** `attempts` of the page that the form was on. */
  readonly attempt: number;
  /** The total of the method that the form showed. Null: it showed none, because the merchant bears the fee. */
  readonly total: bigint | null;
  readonly requestId: string;
  /** The payer's network address, for the ceiling of prompts. */
  readonly address: string;
  readonly span?: Command<unknown>['span'];
};

export type AttemptRefusal =
  /** No such session. */
  | 'not_found'
  | 'completed'
  | 'expired'
  /** Another attempt is unfinished, on this phone or another. */
  | 'in_progress'
  /** The form is from before the latest attempt: show the page again. */
  | 'stale'
  | 'sold_out'
  | 'attempts_used'
  /** Too many prompts to this phone, or from this network. `retryAfterSeconds` says when. */
  | 'too_many_prompts'
  | 'invalid_phone'
  | 'unknown_method'
  | 'method_unavailable'
  | 'code_required'
  /** The method does not take this amount, or does not reach this phone. */
  | 'method_unfit'
  /** The total is no longer the one that the form showed: show the page again. */
  | 'total_changed'
  /** The merchant cannot take money now. */
  | 'merchant_unavailable'
  /** The database is busy. Show the page again: it says whether an attempt has begun. */
  | 'busy';

export type AttemptResult =
  | { readonly outcome: 'started'; readonly payment: string }
  | {
      readonly outcome: 'refused';
      readonly reason: AttemptRefusal;
      readonly field: 'phone' | 'method' | 'code' | null;
      readonly retryAfterSeconds: number | null;
    };

/** An attempt that the payer's own wallet refused. */
export type EndInput = {
  readonly token: string;
  readonly payment: string;
  readonly failure: FailureCode;
};

export type OpenInput = {
  readonly code: string;
  /** Minor units; null for a link with a price. */
  readonly amount: bigint | null;
  readonly quantity: number;
  readonly name: string | null;
  readonly note: string | null;
  /** The language of the page that the payer sees. */
  readonly locale: PageLanguage | null;
  readonly requestId: string;
  readonly address: string;
  readonly span?: Command<unknown>['span'];
};

export type OpenResult =
  /** Send the payer to `/pay/<token>`. */
  | { readonly outcome: 'opened'; readonly token: string }
  | {
      readonly outcome: 'refused';
      readonly reason: 'not_found' | Exclude<LinkState, 'open'> | 'invalid' | 'too_many_sessions' | 'busy';
      readonly field: 'amount' | 'quantity' | 'name' | 'note' | null;
    };
