import type { UsableRail } from '../../../contract/src/usable-rails.ts';
import { findLink, type LinkRow, leftOf, stateOf } from '../checkout-state/link-store.ts';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { quoteCharges } from '../fees/quote-charges.ts';
import { logoOf } from '../merchants/settings.ts';
import { findPayment, type PaymentRow } from '../payments/store.ts';
import type { RouteSources } from '../rails/find-route.ts';
import { findProvidersRails, viewBuiltIn, viewCandidate } from '../rails/usable-rails.ts';
import type { PromptLimits } from './limit-prompts.ts';
import type { HostedPage, LinkPage, PageCharge, PageMethod, PagePayment, PageState, SessionPage } from './page.ts';
import { hasUnits } from './start-attempt.ts';
import { findLinkByCode, findSessionByToken, type OwnedLink, type OwnedSession, type PageOwner } from './store.ts';

export type PageDeps = { readonly db: Database; readonly routing: RouteSources; readonly limits: PromptLimits };

export type PageQuestion = {
  /** The last part of the address. */
  readonly token: string;
  /** The phone that the payer entered, as typed; null: the session's own. */
  readonly phone: string | null;
};

/** Reads everything that a hosted page shows. It changes nothing, however often previews and scanners call it. */
export async function readHostedPage(deps: PageDeps, { token, phone }: PageQuestion): Promise<HostedPage> {
  const code = token.toLowerCase();
  if (!/^(?:[0-9a-hjkmnp-tv-z]{13}){1,2}$/.test(code)) return null;
  if (code.length === 13) {
    const [link] = await deps.db.query<OwnedLink>(findLinkByCode, [code]);
    return link ? linkPage(link) : null;
  }
  const [session] = await deps.db.query<OwnedSession>(findSessionByToken, [code]);
  return session ? sessionPage(deps, session, phone) : null;
}

const merchantOf = (row: PageOwner) => ({ id: row.merchant_id, name: row.merchant_name, logo: logoOf(row) });

/** The first and the last digits: enough to recognise one's own number. */
export const maskPhone = (e164: string): string => `${e164.slice(0, 4)} •••• ${e164.slice(-2)}`;

async function sessionPage(deps: PageDeps, row: OwnedSession, typed: string | null): Promise<SessionPage> {
  const { db, limits } = deps;
  const { world, link_id, payment_id } = row;
  const [payment, link] = await Promise.all([
    payment_id === null ? undefined : db.find<PaymentRow>(findPayment, { world, id: payment_id }),
    link_id === null ? undefined : db.find<LinkRow>(findLink, { world, id: link_id }),
  ]);
  const state = stateOfPage(row, link, limits);
  return {
    ...{ kind: 'session', state, merchant: merchantOf(row), livemode: row.livemode },
    ...{ id: row.id, token: row.token, amount: row.amount, currency: row.currency },
    holds: row.capture === 'manual',
    ...{ title: row.title, description: row.description, quantity: row.quantity, locale: row.locale },
    maskedPhone: row.customer === null ? null : maskPhone(row.customer),
    attempts: row.attempts,
    methods: state === 'ready' ? await methodsFor(deps, row, typed === null ? row.customer : toE164(typed)) : [],
    payment: payment ? viewPayment(payment) : null,
    ...{ expiresAt: row.expires_at, completedAt: row.completed_at },
    successUrl: state === 'completed' || payment?.status === 'requires_capture' ? row.success_url : null,
    cancelUrl: state === 'completed' || state === 'waiting' ? null : row.cancel_url,
    linkCode: row.link_code,
  };
}

function stateOfPage(row: OwnedSession, link: LinkRow | undefined, { perSession }: PromptLimits): PageState {
  if (row.status !== 'open') return row.status;
  if (row.paying) return 'waiting';
  if (row.expires_at <= new Date()) return 'expired';
  if (row.attempts >= perSession) return 'attempts_used';
  return link && !hasUnits(link, row.quantity) ? 'sold_out' : 'ready';
}

function viewPayment(row: PaymentRow): PagePayment {
  return {
    ...{ id: row.id, status: row.status, rail: row.rail, amount: row.amount },
    charge: row.price === null ? null : { fee: row.fee, tax: row.tax, total: row.amount },
    maskedPhone: maskPhone(row.customer),
    ...{ nextAction: row.next_action, failure: row.failure?.code ?? null },
    ...{ expiresAt: row.expires_at, createdAt: row.created_at },
  };
}

/** The wallet is offered to every phone: whether it has one here is nobody's business but its owner's. */
async function methodsFor({ db, routing }: PageDeps, row: OwnedSession, phone: string | null): Promise<PageMethod[]> {
  const { livemode, merchant_id: merchant, currency, amount, rails: allowed } = row;
  const { rails } = routing;
  const chargeOn = await findCharges(db, row);
  const builtIn = (livemode ? ['wallet'] : ['sandbox', 'wallet']).flatMap((name) => rails.get(name) ?? []);
  const amountOn = chargeOn === null ? undefined : (rail: string) => chargeOn(rail).total;
  const wanted = { livemode, merchant, phone, currency, amount, amountOn, direction: 'collect' as const };
  const found = await findProvidersRails(wanted, routing);
  const usable = [
    ...found.map((one) => viewCandidate(one, 'collect')),
    ...builtIn.map((rail) => viewBuiltIn(rail, 'collect', livemode)),
  ];
  return usable
    .filter(({ slug }) => allowed === null || allowed.includes(slug))
    .map((rail) => methodOf(rail, chargeOn?.(rail.slug) ?? null));
}

/** The money that the payer gives on each rail; null if the merchant bears the fee. */
async function findCharges(
  db: Database,
  { fee_bearer: bearer, world, currency, amount }: OwnedSession,
): Promise<((rail: string) => PageCharge) | null> {
  if (bearer !== 'payer') return null;
  const { chargeOf } = await quoteCharges(db, { world, currency, kind: 'payment', amount });
  return chargeOf;
}

const methodOf = (rail: UsableRail, charge: PageCharge | null): PageMethod => ({
  ...{ rail: rail.slug, provider: rail.provider, flow: rail.flow!, needsCode: rail.needs_otp },
  available: rail.status === 'enabled',
  until: rail.until === null ? null : new Date(rail.until),
  ...{ minimum: rail.min_amount, maximum: rail.max_amount, charge },
});

function linkPage(row: OwnedLink): LinkPage {
  const left = leftOf(row);
  return {
    ...{ kind: 'link', state: stateOf(row, new Date()), merchant: merchantOf(row), livemode: row.livemode },
    ...{ id: row.id, code: row.code, title: row.title, description: row.description },
    ...{ amount: row.amount, minimum: row.min_amount, maximum: row.max_amount, currency: row.currency },
    maxQuantity: left === null ? row.max_quantity : Math.min(row.max_quantity, Math.max(left, 0)),
    ...{ ask: row.ask, locale: row.locale, addsFee: row.fee_bearer === 'payer' },
  };
}
