import { OTP_PATTERN } from '../../../contract/src/payments.ts';
import { type LinkRow, leftOf, lockLinks, updateLinks } from '../checkout-state/link-store.ts';
import { type CheckoutRow, lockSessions, updateSessions } from '../checkout-state/store.ts';
import { toE164 } from '../core/phone.ts';
import { readTypedCode } from '../core/typed-code.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type Caller, type Command, claimOf } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkReturnUrls } from '../payments/check-return-urls.ts';
import { createPayments, type PaymentDeps } from '../payments/create.ts';
import { mayLeave, type RoutedInput, routePayment } from '../payments/route-payment.ts';
import type { RouteSources } from '../rails/find-route.ts';
import { isBuiltIn } from '../rails/rail.ts';
import { meteredRow, type Quotas } from '../tenancy/quotas/metered.ts';
import { isPassing } from './is-passing.ts';
import { countPrompt, type PromptLimits } from './limit-prompts.ts';
import type { AttemptInput, AttemptRefusal, AttemptResult } from './page.ts';
import { findSessionByToken, insertAttempts, type OwnedSession } from './store.ts';

export type AttemptDeps = PaymentDeps & {
  readonly db: Database;
  readonly routing: RouteSources;
  readonly subjectKey: DataKey;
  /** Whether this deployment has live mode. Without it live keys are refused, and live pages too. */
  readonly live: boolean;
  readonly limits: PromptLimits;
  readonly quotas: Quotas | null;
};

type Refused = Extract<AttemptResult, { outcome: 'refused' }>;

const refuse = (reason: AttemptRefusal, field: Refused['field'] = null, seconds: number | null = null): Refused => ({
  outcome: 'refused',
  reason,
  field,
  retryAfterSeconds: seconds,
});

/** Ends the transaction of an attempt that is refused. */
class Stopped extends Error {
  readonly result: Refused;
  constructor(result: Refused) {
    super(result.reason);
    this.result = result;
  }
}

/**
 * Begins a payment for the payer of a hosted page, through the same path as `POST /payments`. The session's lock
 * decides between phones, between forms that are sent twice, and between an attempt and the expiry: there is never a
 * second unfinished payment.
 */
export async function startAttempt(deps: AttemptDeps, input: AttemptInput): Promise<AttemptResult> {
  const { db, limits, routing } = deps;
  const [found] = await db.query<OwnedSession>(findSessionByToken, [input.token.toLowerCase()]);
  if (!found) return refuse('not_found');
  const early = checkSession(found, input, limits);
  if (early) return early;
  if (!found.may_collect || (found.livemode && !deps.live)) return refuse('merchant_unavailable');
  const phone = input.phone === null ? found.customer : toE164(input.phone);
  if (phone === null) return refuse('invalid_phone', 'phone');
  if (!isOffered(found, input.method, deps)) return refuse('unknown_method', 'method');
  const code = readCode(input.code);
  if (code === undefined) return refuse('code_required', 'code');
  const command = commandOf(found, { ...input, code }, phone);
  const routed = mayLeave(command, routing) ? await routePayment(db, command, routing) : command.input;
  const claim = claimOf(command.caller);
  try {
    const payment = await meteredRow(deps.quotas, found, () =>
      transaction(db, (tx) => begin(tx, deps, input, { ...command, input: routed }), { claim }),
    );
    return { outcome: 'started', payment };
  } catch (error) {
    if (error instanceof Stopped) return error.result;
    if (error instanceof Refusal) return explain(error);
    if (isPassing(error)) return refuse('busy', null, 1);
    throw error;
  }
}

/** The refusals that depend on the session. They are checked again under its lock. */
function checkSession(row: CheckoutRow, { attempt }: AttemptInput, { perSession }: PromptLimits): Refused | null {
  if (row.status === 'completed') return refuse('completed');
  if (row.paying) return refuse('in_progress');
  if (row.status === 'expired' || row.expires_at <= new Date()) return refuse('expired');
  if (row.attempts !== attempt) return refuse('stale');
  if (row.attempts >= perSession) return refuse('attempts_used');
  return null;
}

const validCode = new RegExp(OTP_PATTERN);

/** @returns the code as the API takes it; undefined if it cannot be one */
function readCode(typed: string | null): string | null | undefined {
  if (typed === null) return null;
  const code = readTypedCode(typed.replace(/\s/g, ''));
  return validCode.test(code) ? code : undefined;
}

function isOffered({ rails: allowed, livemode }: CheckoutRow, method: string, { rails }: AttemptDeps): boolean {
  if (allowed !== null && !allowed.includes(method)) return false;
  if (isBuiltIn(method)) return method === 'wallet' || !livemode;
  return rails.row(method) !== undefined;
}

function commandOf(session: OwnedSession, input: AttemptInput, phone: string): Command<RoutedInput> {
  const { world, livemode, merchant_id, integration_id, id, fee_bearer } = session;
  const back = { success_url: session.url, cancel_url: session.url };
  const caller: Caller = {
    ...{ kind: 'key', id: integration_id, world, livemode, owner: { type: 'merchant', id: merchant_id } },
    ...{ scopes: new Set(), person: null, integration: integration_id },
  };
  return {
    caller,
    input: {
      ...{ amount: Number(session.amount), currency: session.currency, customer: phone, rail: input.method },
      description: session.description,
      checkout_session: id,
      ...(session.capture === 'manual' ? { capture: session.capture } : {}),
      fee_bearer,
      branch: session.branch_id,
      ...(input.code === null ? {} : { otp: input.code }),
      // The provider returns the payer to our page, which links to the merchant's.
      ...(checkReturnUrls(back, livemode) === null ? back : {}),
    },
    requestId: input.requestId,
    span: input.span ?? null,
    address: input.address,
    idempotency: null,
  };
}

/** @returns the payment's id */
async function begin(tx: Tx, deps: AttemptDeps, input: AttemptInput, command: Command<RoutedInput>): Promise<string> {
  const { world, livemode } = command.caller;
  const id = command.input.checkout_session!;
  const session = (await lockSessions(tx, [{ world, id }])).rowOf(world, id);
  const refused = session ? checkSession(session, input, deps.limits) : refuse('not_found');
  if (refused || !session) throw new Stopped(refused!);
  const link = session.link_id === null ? null : await reserve(tx, session);
  const prompt = { phone: command.input.customer, address: input.address, livemode, world };
  await countPrompt(tx, prompt, deps.limits, deps.subjectKey);
  const [created] = await createPayments(tx, [command], deps);
  if (created instanceof Refusal) throw created;
  const payment: { id: string; charged_amount: number } = JSON.parse(created!);
  // The payer approved the total of the form, and the fee may have changed since.
  if (session.fee_bearer === 'payer' && BigInt(payment.charged_amount) !== input.total)
    throw new Stopped(refuse('total_changed'));
  const now = new Date();
  const number = session.attempts + 1;
  const next = { ...session, payment_id: payment.id, paying: true, attempts: number, due_at: null };
  updateSessions(tx, [{ ...next, updated_at: now, version: session.version + 1 }]);
  if (link) updateLinks(tx, [link]);
  const attempt = { world, payment_id: payment.id, session_id: id, link_id: session.link_id, number, created_at: now };
  tx.query(insertAttempts.statement, insertAttempts.values([attempt]));
  return payment.id;
}

/** Reserves the session's units, so that the next payer learns before paying that they are gone. */
async function reserve(tx: Tx, { world, link_id, quantity }: CheckoutRow): Promise<LinkRow> {
  const link = (await lockLinks(tx, [{ world, id: link_id! }])).rowOf(world, link_id!)!;
  if (!hasUnits(link, quantity)) throw new Stopped(refuse('sold_out'));
  return { ...link, reserved: link.reserved + quantity, updated_at: new Date(), version: link.version + 1 };
}

/** Whether this many units can be bought now. */
export function hasUnits(link: LinkRow, quantity: number): boolean {
  if (link.use === 'once' && link.reserved + link.sold > 0) return false;
  return quantity <= (leftOf(link) ?? quantity);
}

/** The payer's words for a refusal of the API. */
function explain(refusal: Refusal): Refused {
  const { code, param, headers } = refusal;
  const seconds = Number(headers?.['Retry-After'] ?? 0) || null;
  if (code === 'too_many_attempts') return refuse('too_many_prompts', 'phone', seconds);
  if (code === 'rail_unavailable') return refuse('method_unavailable', 'method', seconds);
  if (code === 'quota_exceeded' || code === 'quota_reached') return refuse('merchant_unavailable');
  if (code === 'wallet_frozen' || code === 'wallet_closed') return refuse('merchant_unavailable');
  if (param === 'otp') return refuse('code_required', 'code');
  if (param === 'customer') return refuse('method_unfit', 'phone');
  return refuse('method_unfit', 'method');
}
