import { setTimeout as sleep } from 'node:timers/promises';
import type { Balance } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { callbackFault, resultUrls } from './callback-url.ts';
import type { DarajaInitiator } from './initiator.ts';
import { readBalances } from './messages.ts';

/** The answer usually comes within 2 s. */
const PATIENCE_MS = 5_000;
/** Answers that arrive before their question's id is known are kept for this process. */
const KEPT_ANSWERS = 20;
const LOOK_MS = 50;

export type DarajaBalances = {
  /** @returns nothing if the answer comes later, or to another process */
  ask(callbackUrl: string | null): Promise<readonly Balance[]>;
  /** An AccountBalance text that arrived at the rail's own address. */
  arrived(conversationId: string, text: string): void;
};

/** The balance is asked for, and its answer comes by callback. */
export function openDarajaBalances(initiator: DarajaInitiator): DarajaBalances {
  const answers = new Map<string, string>();
  const askOne = async (shortCode: string, callbackUrl: string): Promise<bigint | null> => {
    const reply = await initiator.call('/mpesa/accountbalance/v1/query', {
      ...initiator.identity('Initiator'),
      CommandID: 'AccountBalance',
      PartyA: shortCode,
      IdentifierType: '4',
      Remarks: 'Balance',
      ...resultUrls(callbackUrl),
    });
    if (isNotTaken(reply)) throw new Error(`The balance was not asked for: ${reply.why}`);
    if (reply.is !== 'ok') throw new Error('The provider did not take the question for the balance.');
    const text = await waitFor(answers, String(reply.body.ConversationID));
    return text === null ? null : totalOf(text);
  };
  return {
    ask: async (callbackUrl) => {
      const fault = callbackFault(callbackUrl);
      if (fault) throw new Error(`The balance comes by callback, and ${fault.why}.`);
      const shortCodes = [...new Set([initiator.shortCode, initiator.payoutShortCode])];
      const amounts = await Promise.all(shortCodes.map((shortCode) => askOne(shortCode, callbackUrl!)));
      if (amounts.includes(null)) return [];
      return [{ currency: 'KES', available: amounts.reduce<bigint>((sum, amount) => sum + amount!, 0n) }];
    },
    arrived: (conversationId, text) => {
      answers.set(conversationId, text);
      const [oldest] = answers.keys();
      if (answers.size > KEPT_ANSWERS) answers.delete(oldest!);
    },
  };
}

/** The sum over the accounts of the short code: charges make one of them negative. */
const totalOf = (text: string): bigint =>
  readBalances(text).reduce((sum, { available, currency }) => (currency === 'KES' ? sum + available : sum), 0n);

async function waitFor(answers: Map<string, string>, conversationId: string): Promise<string | null> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const text = answers.get(conversationId);
    if (text !== undefined) {
      answers.delete(conversationId);
      return text;
    }
    if (performance.now() > until) return null;
    await sleep(LOOK_MS);
  }
}
