import { setTimeout as sleep } from 'node:timers/promises';
import type { Balance } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { resultUrls } from './callback-step.ts';
import type { DarajaInitiator } from './initiator.ts';
import { readBalances } from './messages.ts';

const PATIENCE_MS = 12_000;
/** Answers that arrive before their question's id is known are kept for this process. */
const KEPT_ANSWERS = 20;
const LOOK_MS = 50;

export type DarajaBalances = {
  /** @throws if the answer does not come to this process in time */
  ask(callbackUrl: string | null): Promise<readonly Balance[]>;
  /** An AccountBalance text that arrived at the rail's own address. */
  arrived(conversationId: string, text: string): void;
};

/** The balance is asked for, and its answer comes by callback. */
export function openDarajaBalances(initiator: DarajaInitiator): DarajaBalances {
  const answers = new Map<string, string>();
  const askOne = async (shortCode: string, callbackUrl: string): Promise<bigint> => {
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
    return readBalances(text).reduce(
      (sum, { available, currency }) => (currency === 'KES' ? sum + available : sum),
      0n,
    );
  };
  return {
    ask: async (callbackUrl) => {
      if (callbackUrl === null) throw new Error('The balance needs a public address for callbacks.');
      const shortCodes = [...new Set([initiator.shortCode, initiator.payoutShortCode])];
      const amounts = await Promise.all(shortCodes.map((shortCode) => askOne(shortCode, callbackUrl)));
      return [{ currency: 'KES', available: amounts.reduce((sum, amount) => sum + amount, 0n) }];
    },
    arrived: (conversationId, text) => {
      answers.set(conversationId, text);
      const [oldest] = answers.keys();
      if (answers.size > KEPT_ANSWERS) answers.delete(oldest!);
    },
  };
}

async function waitFor(answers: Map<string, string>, conversationId: string): Promise<string> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const text = answers.get(conversationId);
    if (text !== undefined) {
      answers.delete(conversationId);
      return text;
    }
    if (performance.now() > until) throw new Error('The answer about the balance did not come to this node in time.');
    await sleep(LOOK_MS);
  }
}
