import type { Answer, Call, Route } from '../kit/server.ts';
import { readFields, withKey } from './admit.ts';
import { invalid, refuse } from './errors.ts';
import { checkFields } from './fields.ts';
import type { Wallet } from './wallet.ts';

/** docs.wave.com, Payout: 30 checks of a number in 5 minutes, then it is blocked for 60 minutes. */
const MOST_CHECKS = 30;
const WINDOW_MS = 5 * 60_000;
const BLOCKED_MS = 60 * 60_000;

type Known = { readonly name: string; readonly nationalId: string | null };
type Checks = { times: number[]; blockedUntil: number };

/** POST /v1/verify_recipient/, with the slash at the end. Control registers names: POST /_control/recipients. */
export function openRecipients(wallet: Wallet): { routes: readonly Route[]; control: readonly Route[] } {
  const known = new Map<string, Known>();
  const checks = new Map<string, Checks>();
  return {
    routes: [
      {
        method: 'POST',
        path: '/v1/verify_recipient/',
        operation: 'ask',
        handle: withKey(wallet, (call) => verifyRecipient(wallet, call, known, checks)),
      },
    ],
    control: [
      {
        method: 'POST',
        path: '/recipients',
        operation: 'other',
        handle: (call) => {
          const wanted = (call.json() ?? {}) as { mobile?: unknown; name?: unknown; national_id?: unknown };
          if (typeof wanted.mobile !== 'string' || typeof wanted.name !== 'string')
            return { status: 400, body: { error: 'mobile and name are required' } };
          const nationalId = typeof wanted.national_id === 'string' ? wanted.national_id : null;
          known.set(wanted.mobile, { name: wanted.name, nationalId });
          return { status: 200, body: {} };
        },
      },
    ],
  };
}

function verifyRecipient(wallet: Wallet, call: Call, known: Map<string, Known>, checks: Map<string, Checks>): Answer {
  const read = readFields(call);
  if ('refusal' in read) return read.refusal;
  const check = checkFields(read.fields);
  const mobile = check.phone('mobile', true);
  const name = check.text('name');
  const nationalId = check.text('national_id');
  check.amount('amount', wallet.exponent, false);
  check.text('currency', { required: true, pattern: /^[A-Z]{3}$/ });
  check.nothingElse();
  if (check.details.length > 0 || mobile === null) return invalid(check.details);
  if (isBlocked(checks, mobile, wallet.kit.now()))
    return refuse(429, 'too-many-requests', 'This number was verified too often.');
  const outcome = wallet.kit.outcomeOf(mobile);
  const person = known.get(mobile);
  const isUnknown = outcome === 'recipient_not_found' && !person;
  return {
    status: 200,
    body: {
      within_limits: outcome !== 'limit' && outcome !== 'cannot_receive',
      name_match: isUnknown || name === null ? 'NAME_NOT_KNOWN' : matches(person?.name ?? name, name),
      national_id_match:
        nationalId === null ? null : person?.nationalId ? matches(person.nationalId, nationalId) : 'ID_NOT_KNOWN',
    },
  };
}

function isBlocked(checks: Map<string, Checks>, mobile: string, now: number): boolean {
  const state = checks.get(mobile) ?? { times: [], blockedUntil: 0 };
  checks.set(mobile, state);
  if (now < state.blockedUntil) return true;
  state.times = [...state.times.filter((at) => at > now - WINDOW_MS), now];
  if (state.times.length <= MOST_CHECKS) return false;
  state.blockedUntil = now + BLOCKED_MS;
  return true;
}

/** Wave compares with Jaro-Winkler from 0.65. Here a shared word is enough. */
function matches(registered: string, given: string): 'MATCH' | 'NO_MATCH' {
  const words = new Set(registered.toLowerCase().split(/\s+/));
  return given
    .toLowerCase()
    .split(/\s+/)
    .some((word) => words.has(word))
    ? 'MATCH'
    : 'NO_MATCH';
}
