import { normaliseText } from '../../../contract/src/text.ts';
import { isId } from '../core/id.ts';
import { phonesMeant } from '../core/phone.ts';

export type AccountSearch =
  | { readonly by: 'id'; readonly value: string }
  /** Words of a name, or beginnings of a phone or an e-mail address: one of these texts. The first is what was typed. */
  | { readonly by: 'words'; readonly value: readonly string[] };

const prefixes = ['usr', 'dev', 'opr', 'mer'] as const;

/** A search reads no more matches than these: somebody who types two letters means nobody yet. */
export const MOST_FOUND = 1_000;

/** What somebody types to find somebody: an id, a phone as they know it, an e-mail address, or how words of a name begin. */
export function readSearch(typed: string, countries: readonly string[]): AccountSearch {
  const text = normaliseText(typed, 'search');
  if (prefixes.some((prefix) => isId(prefix, text))) return { by: 'id', value: text };
  return { by: 'words', value: phonesMeant(text, countries) ?? [text] };
}

/** The words of a person, as the index of users has them. */
export const wordsOfUser = `search_words(coalesce(name || ' ', '') || phone)`;
