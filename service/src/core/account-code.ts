import { createHash } from 'node:crypto';

/**
 * Letters and digits that do not resemble each other: without 0 O Q, 1 I L, 2 Z, 5 S, 8 B and U. Their number is a
 * prime, so the check character finds every wrong character and every pair that was swapped.
 */
const ALPHABET = '34679ACDEFGHJKMNPRTVWXY';
const BASE = BigInt(ALPHABET.length);
/** The shortest field of any provider: AccountReference of Daraja. */
const LENGTH = 12;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/**
 * The code that a payer types or sees as the account text: 11 characters of the id's digest (49 bits) and a check
 * character. The same id always has the same code, so nothing else is stored.
 * @param id `pay_…`
 */
export function accountCodeOf(id: string): string {
  let rest = createHash('sha256').update(`account-reference:${id}`).digest().readBigUInt64BE();
  let code = '';
  while (code.length < LENGTH - 1) {
    code += ALPHABET[Number(rest % BASE)];
    rest /= BASE;
  }
  return code + checkCharacter(code);
}

/**
 * Reads a code as people type it: in any case, with blanks, dashes and dots.
 * @returns the code, or null for any other text
 */
export function readAccountCode(text: string): string | null {
  const code = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{White_Space}\p{Dash}\p{Cf}.]/gu, '');
  return CODE.test(code) && checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** The sum of the positions times 1, 2, 3 …, modulo the prime. */
function checkCharacter(code: string): string {
  const sum = [...code].reduce((total, character, i) => total + (i + 1) * ALPHABET.indexOf(character), 0);
  return ALPHABET[sum % ALPHABET.length]!;
}
