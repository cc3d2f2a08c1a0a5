import { createPublicKey } from 'node:crypto';
import type { Answer, Route } from '../kit/server.ts';
import type { Account, Availability } from './account.ts';
import { makeKeyPair } from './signatures.ts';
import type { Kind } from './verdicts.ts';

const kinds: readonly string[] = ['deposit', 'payout', 'refund'] satisfies Kind[];
const statuses: readonly string[] = ['OPERATIONAL', 'DELAYED', 'CLOSED'] satisfies Availability[];

/**
 * Control of pawaPay alone. `POST /availability {provider, kind, status}`. `POST /rotate-key`: a new key signs
 * callbacks. `POST /request-key {id, public_key}`: a key of the dashboard, in PEM. `POST /fail-next {kind, code}`: the
 * next payment of this kind is accepted, and then fails with this code.
 */
export function controlOf(account: Account): Route[] {
  const route = (path: string, change: (fields: Record<string, unknown>) => Answer): Route => ({
    method: 'POST',
    path,
    operation: 'other',
    handle: (call) => change((call.json() ?? {}) as Record<string, unknown>),
  });
  const wrong = (error: string): Answer => ({ status: 400, body: { error } });
  const ok: Answer = { status: 200, body: {} };
  return [
    route('/availability', ({ provider, kind, status }) => {
      if (!account.operators.some(({ code }) => code === provider)) return wrong(`${provider} is not an operator here`);
      if (!kinds.includes(String(kind))) return wrong(`kind is one of ${kinds.join(', ')}`);
      if (!statuses.includes(String(status))) return wrong(`status is one of ${statuses.join(', ')}`);
      account.setAvailability(String(provider), kind as Kind, status as Availability);
      return ok;
    }),
    route('/fail-next', ({ kind, code }) => {
      if (!kinds.includes(String(kind)) || typeof code !== 'string') return wrong('kind and code are texts');
      account.failNext.set(kind as Kind, code);
      return ok;
    }),
    route('/rotate-key', () => {
      const key = makeKeyPair(`HTTP_EC_P256_KEY:${account.callbackKeys.length + 1}`);
      account.callbackKeys.push(key);
      return { status: 200, body: { id: key.id } };
    }),
    route('/request-key', ({ id, public_key: pem }) => {
      if (typeof id !== 'string' || typeof pem !== 'string') return wrong('id and public_key are texts');
      try {
        account.requestKeys.set(id, createPublicKey(pem));
      } catch {
        return wrong('public_key is not a public key in PEM');
      }
      return ok;
    }),
  ];
}
