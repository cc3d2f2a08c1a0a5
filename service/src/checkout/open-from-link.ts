import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import type { Question } from '../../../contract/src/links.ts';
import { leftOf, stateOf } from '../checkout-state/link-store.ts';
import { type CheckoutRow, insertSessions } from '../checkout-state/store.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { storedRequestOf } from '../events/emit.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { meteredRow, type Quotas } from '../tenancy/quotas/metered.ts';
import { fresh, newAddress } from './create.ts';
import { isPassing } from './is-passing.ts';
import { countOpening, type PromptLimits } from './limit-prompts.ts';
import { MOST_NAME, MOST_NOTE, type OpenInput, type OpenResult } from './page.ts';
import { findLinkByCode, type OwnedLink } from './store.ts';

export type OpenDeps = {
  readonly db: Database;
  readonly pages: string;
  readonly subjectKey: DataKey;
  readonly limits: PromptLimits;
  readonly quotas: Quotas | null;
};

/** A payer who comes back later opens another session. */
const SESSION_MS = 3_600_000;

type Refused = Extract<OpenResult, { outcome: 'refused' }>;
const refuse = (reason: Refused['reason'], field: Refused['field'] = null): Refused => ({
  outcome: 'refused',
  reason,
  field,
});

/** Opens a session for a payer who submits a link's page. The session copies the terms, so edits never reach it. */
export async function openFromLink(
  { db, pages, subjectKey, limits, quotas }: OpenDeps,
  input: OpenInput,
): Promise<OpenResult> {
  const [link] = await db.query<OwnedLink>(findLinkByCode, [input.code.toLowerCase()]);
  if (!link) return refuse('not_found');
  const state = stateOf(link, new Date());
  if (state !== 'open') return refuse(state);
  const field = findInvalid(link, input);
  if (field) return refuse('invalid', field);
  if (input.quantity > (leftOf(link) ?? input.quantity)) return refuse('sold_out', 'quantity');
  const row = toRow(link, input, pages);
  try {
    const write = async (tx: Tx) => {
      await countOpening(tx, input.address, limits, subjectKey);
      insertSessions(tx, [row]);
    };
    const { world, livemode } = link;
    await meteredRow(quotas, link, () => transaction(db, write, { claim: { by: 'world', world, livemode } }));
  } catch (error) {
    if (error instanceof Refusal) return refuse('too_many_sessions');
    if (isPassing(error)) return refuse('busy');
    throw error;
  }
  return { outcome: 'opened', token: row.token };
}

/** @returns the field that is wrong, or null */
function findInvalid(link: OwnedLink, { amount, quantity, name, note }: OpenInput): Refused['field'] {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > link.max_quantity) return 'quantity';
  if (link.amount === null && !isWithin(link, amount)) return 'amount';
  if (link.amount !== null && amount !== null) return 'amount';
  if (!answers(link.ask.name, name, MOST_NAME)) return 'name';
  return answers(link.ask.note, note, MOST_NOTE) ? null : 'note';
}

function isWithin({ min_amount: least, max_amount: most }: OwnedLink, amount: bigint | null): boolean {
  if (amount === null || amount < 1n || amount > BigInt(MAX_AMOUNT)) return false;
  return amount >= (least ?? amount) && amount <= (most ?? amount);
}

function answers(question: Question, answer: string | null, most: number): boolean {
  const text = answer?.trim() ?? '';
  if (question === 'no') return text === '';
  return (question === 'optional' || text !== '') && text.length <= most && !/\p{Cc}/u.test(text);
}

const textOrNull = (answer: string | null) => answer?.trim().normalize('NFC') || null;

function toRow(link: OwnedLink, input: OpenInput, pages: string): CheckoutRow {
  const now = new Date();
  const expires = new Date(now.getTime() + SESSION_MS);
  return {
    ...fresh,
    ...newAddress(pages),
    ...{ world: link.world, livemode: link.livemode, id: newId('cs') },
    amount: (link.amount ?? input.amount!) * BigInt(input.quantity),
    currency: link.currency,
    ...{ reference: null, description: link.description, customer: null },
    ...{ success_url: link.success_url, cancel_url: null, rails: link.rails, locale: input.locale ?? link.locale },
    metadata: link.metadata,
    ...{ branch_id: link.branch_id, fee_bearer: link.fee_bearer },
    ...{ link_id: link.id, title: link.title, quantity: input.quantity },
    fields: { name: textOrNull(input.name), note: textOrNull(input.note) },
    request: storedRequestOf({ ...input, idempotency: null }),
    ...{ created_at: now, updated_at: now, expires_at: expires, due_at: expires },
  };
}
