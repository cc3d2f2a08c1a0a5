import { invalidField } from '../kernel/refusal.ts';

/** The owner of the new password: the words that an attacker guesses first. */
export type Whose = {
  /** A phone or an e-mail address. */
  readonly identifier: string;
  readonly names?: readonly (string | null | undefined)[];
  /** The name of the deployment. */
  readonly brand: string;
};

/** The shortest new password, as in contract/src/auth.ts. */
const SHORTEST = 8;
const SHORTEST_WORD = 4;

/** @throws Refusal for an easily guessed password: a common one, or the account's own words with little around them */
export async function refuseEasy(password: string, param: string, whose: Whose): Promise<void> {
  const folded = fold(password);
  if ((await listCommon()).has(folded)) throw invalidField(param, 'easy_password');
  if (saysLittleBut(wordsOf(whose), bare(folded))) throw invalidField(param, 'own_words_password');
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Half a megabyte, read when a password is first set, so that it does not slow down a start. */
let common: Promise<ReadonlySet<string>> | undefined;
function listCommon(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST)),
  );
  return common;
}

/** Whether too few letters and digits are left when the words are removed. */
function saysLittleBut(words: readonly string[], text: string): boolean {
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text);
  return left !== text && [...left].length < SHORTEST;
}

/** The words related to an account, the longest first. */
function wordsOf({ identifier, names = [], brand }: Whose): string[] {
  const digits = identifier.startsWith('+') ? identifier.slice(1) : '';
  // With the country code of one to three digits, and without it.
  const numbers = [0, 1, 2, 3].map((code) => digits.slice(code));
  const texts = (digits ? [...names, brand] : [...names, brand, identifier]).map((text) => fold(text ?? ''));
  const words = texts.flatMap((text) => [bare(text), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...numbers, ...words].filter((word) => word.length >= SHORTEST_WORD).sort((a, b) => b.length - a.length);
}
