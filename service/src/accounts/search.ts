import { normaliseText } from '../../../contract/src/text.ts';
import { isId } from '../core/id.ts';
import { phonesMeant } from '../core/phone.ts';

export type AccountSearch =
  | { readonly by: 'id'; readonly value: string }
  /**
   * Words of a name, or beginnings of a phone or an e-mail address; any one of these texts. The first is the text as
   * typed.
   */
  | { readonly by: 'words'; readonly value: readonly string[] };

const prefixes = ['usr', 'dev', 'opr', 'mer'] as const;

/** A search reads at most this many matches: two typed letters are not yet a search for one person. */
export const MOST_FOUND = 1_000;

/**
 * Reads a search for a person: an id, a phone as people write it, an e-mail address, or the beginnings of a name's
 * words.
 */
export function readSearch(typed: string, countries: readonly string[]): AccountSearch {
  const text = normaliseText(typed, 'search');
  if (prefixes.some((prefix) => isId(prefix, text))) return { by: 'id', value: text };
  return { by: 'words', value: phonesMeant(text, countries) ?? [text] };
}

/** The words of a person, as in the index of users. */
export const wordsOfUser = `search_words(coalesce(name || ' ', '') || phone)`;
