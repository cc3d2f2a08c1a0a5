import { isId } from '../core/id.ts';
import { toE164 } from '../core/phone.ts';
import { toIdentifier } from './create-account.ts';

export type Sought =
  | { readonly by: 'id'; readonly value: string }
  | { readonly by: 'identifier'; readonly value: string }
  /** A pattern of LIKE. */
  | { readonly by: 'name'; readonly value: string };

const prefixes = ['usr', 'dev', 'opr', 'mer'] as const;

/** What somebody types to find somebody: an id, a phone, an e-mail address, or how a name begins. */
export function readSearch(text: string): Sought {
  const typed = text.trim();
  if (prefixes.some((prefix) => isId(prefix, typed))) return { by: 'id', value: typed };
  if (typed.includes('@')) return { by: 'identifier', value: toIdentifier(typed) };
  const phone = toE164(typed);
  if (phone !== null) return { by: 'identifier', value: phone };
  return { by: 'name', value: `${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` };
}
