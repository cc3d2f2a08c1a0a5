import { type createCheckoutSession, SESSION_SECONDS } from '../../../contract/src/checkout.ts';
import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { type CheckoutRow, insertSessions } from '../checkout-state/store.ts';
import { renderSession } from '../checkout-state/view.ts';
import { toMinor } from '../core/money.ts';
import { toE164 } from '../core/phone.ts';
import type { Tx } from '../db/transaction.ts';
import { storedRequestOf } from '../events/emit.ts';
import { loadBearers } from '../fees/default-bearer.ts';
import { takenReferences } from '../idempotency/references.ts';
import { checkNamedBranches } from '../integrations/branches/check-named.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { newToken } from '../kernel/new-token.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { checkPageRails } from '../links/check-rails.ts';
import { checkReturnUrls } from '../payments/check-return-urls.ts';
import { checkBearer } from '../payments/fee-bearer.ts';
import { isBuiltIn, type Rails } from '../rails/rail.ts';

export type SessionDeps = {
  readonly rails: Rails;
  /** The address of the hosted pages, without a slash at its end. */
  readonly pages: string;
  /** The branch of every session. Its link has it, so it needs no check. */
  readonly branch?: string | null;
};

type Create = Command<InputOf<typeof createCheckoutSession>>;

/** 130 random bits: who cannot guess the address cannot see the page. */
const TOKEN_CHARACTERS = 26;

/** The address of a new page. */
export function newAddress(pages: string): Pick<CheckoutRow, 'token' | 'url'> {
  const token = newToken(TOKEN_CHARACTERS);
  return { token, url: `${pages}/${token}` };
}

/** The fields of every new session. */
export const fresh = {
  status: 'open' as const,
  capture: 'automatic' as const,
  payment_id: null,
  paying: false,
  attempts: 0,
  completed_at: null,
  expired_at: null,
  version: 1,
};

/** Opens checkout sessions. No payment exists yet: the payer's first attempt creates it. */
export async function createSessions(
  tx: Tx,
  commands: Create[],
  { rails, pages, branch }: SessionDeps,
): Promise<(string | Refusal)[]> {
  const [references, checkBranch, bearerOf] = await Promise.all([
    takenReferences(tx, 'checkout_sessions', commands),
    checkNamedBranches(tx, commands),
    loadBearers(tx, commands),
  ]);
  const rows: CheckoutRow[] = [];
  const results = commands.map((command): string | Refusal => {
    const { caller, input } = command;
    const refusal =
      checkReturnUrls(input, caller.livemode) ??
      checkPageRails(input.rails, input.currency, caller, rails) ??
      checkHolding(command) ??
      checkBearer(command) ??
      checkBranch(command) ??
      references.check(command);
    if (refusal) return refusal;
    const row = toRow(command, pages, { branch: branch ?? null, bearer: bearerOf(command) });
    if (row instanceof Refusal) return row;
    references.take(command, row.id);
    rows.push(row);
    return renderSession(row);
  });
  insertSessions(tx, rows);
  return results;
}

/** Only money in the ledger can be held. */
function checkHolding({ input: { capture, rails } }: Create): Refusal | null {
  const other = capture === 'manual' ? rails?.find((rail) => !isBuiltIn(rail)) : undefined;
  return other === undefined ? null : invalidField('capture', 'cannot_hold', { rail: other });
}

function railsOf({ capture = 'automatic', rails }: Create['input'], livemode: boolean) {
  if (capture === 'automatic' || rails) return { capture, rails: rails ?? null };
  return { capture, rails: livemode ? ['wallet'] : ['wallet', 'sandbox'] };
}

type Terms = { readonly branch: string | null; readonly bearer: PaymentBearer };

function toRow(command: Create, pages: string, { branch, bearer }: Terms): CheckoutRow | Refusal {
  const { caller, input } = command;
  const customer = input.customer ? toE164(input.customer) : null;
  if (input.customer && customer === null) return invalidField('customer', 'not_phone');
  const now = new Date();
  const expires = new Date(now.getTime() + (input.expires_in ?? SESSION_SECONDS.default) * 1_000);
  return {
    ...fresh,
    ...newAddress(pages),
    ...{ world: caller.world, livemode: caller.livemode, id: newId('cs') },
    ...{ amount: toMinor(input.amount), currency: input.currency, customer },
    reference: input.reference ?? null,
    description: input.description ?? null,
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    ...railsOf(input, caller.livemode),
    fee_bearer: bearer,
    locale: input.locale ?? null,
    metadata: input.metadata ?? {},
    branch_id: input.branch ?? branch,
    ...{ link_id: null, title: null, quantity: 1, fields: { name: null, note: null } },
    request: storedRequestOf(command),
    ...{ created_at: now, updated_at: now, expires_at: expires, due_at: expires },
  };
}
