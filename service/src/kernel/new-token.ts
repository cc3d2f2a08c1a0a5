import { randomBytes } from 'node:crypto';
import { encodeRandom } from '../core/id.ts';

/** A random text for an address: five bits a character, in lower case, without the letters i, l, o and u. */
export const newToken = (characters: number): string => encodeRandom(randomBytes(characters));
