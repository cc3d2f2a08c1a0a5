import { randomInt } from 'node:crypto';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sealSecret } from '../kernel/seal.ts';
import { listOpen } from './find-open.ts';
import { gatherSubject } from './gather.ts';
import { keptUntil } from './keep-period.ts';
import { insertRequest } from './store.ts';
import { emptySubject, type PersonSubject } from './subject.ts';

/** Whom a text names: a phone, an e-mail address or an account. */
export function readWho(text: string): PersonSubject {
  const typed = text.trim();
  if (/^(usr|dev|opr)_/.test(typed)) return { ...emptySubject(), accounts: [typed] };
  if (typed.includes('@')) return { ...emptySubject(), emails: [typed.toLowerCase()] };
  const phone = toE164(typed);
  if (phone) return { ...emptySubject(), phones: [phone] };
  throw new Refusal(
    'validation_failed',
    `"${typed}" is not a phone in international format, an e-mail address, or an account (usr_…, dev_…, opr_…).`,
  );
}

export type WantedRequest = {
  readonly subject: PersonSubject;
  /** The request as operators see it: it names nobody. */
  readonly payload: {
    readonly person: string;
    readonly accounts: readonly string[];
    readonly kept_until: string | null;
  };
};

/** @throws Refusal if nothing is known about the person, or an erasure is not possible now */
export async function findPerson(
  db: Database,
  kind: 'export' | 'erasure',
  who: PersonSubject,
  { identityKey, keepYears }: { readonly identityKey: DataKey; readonly keepYears: number },
): Promise<WantedRequest> {
  const subject = await gatherSubject(db, who, identityKey);
  const [shown] = [...subject.phones.map(masked), ...subject.emails.map(maskedAddress), ...subject.accounts];
  if (!shown || (who.accounts.length > 0 && subject.phones.length + subject.emails.length === 0))
    throw new Refusal('not_found', 'There is no account with this id.');
  if (kind === 'erasure') {
    const open = await listOpen(db, subject);
    if (open.length > 0) throw new Refusal('person_has_open_records', `End these first: ${open.join('; ')}.`);
  }
  const until = kind === 'erasure' ? await keptUntil(db, subject, keepYears) : null;
  const accounts = subject.accounts.toSorted();
  return { subject, payload: { person: shown, accounts, kept_until: until?.toISOString() ?? null } };
}

/** The work that the approval will start. */
export async function insertPersonRequest(
  tx: Tx,
  approval: string,
  kind: 'export' | 'erasure',
  subject: PersonSubject,
  identityKey: DataKey,
): Promise<void> {
  const sealed = sealSecret(JSON.stringify(subject), identityKey, approval);
  await tx.query(insertRequest, [approval, kind, sealed, newPseudonym()]);
}

/** No country has the code +999. It is drawn at random: nobody can compute it from the phone. */
const newPseudonym = () => `+999${String(randomInt(10 ** 11)).padStart(11, '0')}`;

const masked = (phone: string) => `${phone.slice(0, 4)}…${phone.slice(-2)}`;
const maskedAddress = (email: string) => `${email.slice(0, 1)}…@${email.split('@')[1]}`;
