import { type LinkRow, linkColumns } from '../checkout-state/link-store.ts';
import { type CheckoutRow, sessionColumns } from '../checkout-state/store.ts';
import type { Statement } from '../db/database.ts';
import { insertMany, int4, nullable, text, timestamptz } from '../db/table.ts';
import { joinLogo, type LogoColumns, logoColumns } from '../merchants/settings-store.ts';

/** The merchant of a page, as far as the page and its attempts need it. */
export type PageOwner = LogoColumns & {
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly integration_id: string;
  /** False: a live merchant whose approval was revoked. */
  readonly may_collect: boolean;
};
export type OwnedSession = CheckoutRow & PageOwner & { readonly link_code: string | null };
export type OwnedLink = LinkRow & PageOwner;

const owner = `
  m.id AS merchant_id, m.name AS merchant_name, i.id AS integration_id,
  (NOT w.livemode OR m.live_approved_at IS NOT NULL) AS may_collect, ${logoColumns}`;
const joinOwner = (alias: string) => `
  JOIN worlds w ON w.id = ${alias}.world
  JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id
  ${joinLogo}`;

export const findSessionByToken: Statement = {
  name: 'checkout_sessions_find_by_token',
  text: `
    SELECT ${sessionColumns}, ${owner}, l.code AS link_code
    FROM checkout_sessions s ${joinOwner('s')}
    LEFT JOIN payment_links l ON l.world = s.world AND l.id = s.link_id
    WHERE s.token = $1`,
};

export const findLinkByCode: Statement = {
  name: 'payment_links_find_by_code',
  text: `SELECT ${linkColumns}, ${owner} FROM payment_links l ${joinOwner('l')} WHERE l.code = $1`,
};

/** The attempts of sessions and links, for lists of payments. */
export const insertAttempts = insertMany('checkout_attempts_insert', 'checkout_attempts', {
  world: int4,
  payment_id: text,
  session_id: text,
  link_id: nullable(text),
  number: int4,
  created_at: timestamptz,
});
