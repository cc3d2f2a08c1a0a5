import type { RailAnswer } from '../../core/payment.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { Collection } from '../rail.ts';
import { verdictOf } from './codes.ts';
import type { MtnRail } from './mtn-rail.ts';
import { collectionOrder } from './orders.ts';
import { paceMs } from './pace.ts';
import { sendOrder } from './sent.ts';
import { type MtnTransaction, readTransaction } from './transaction.ts';

const PATH = '/v1_0/requesttopay';

/** Shows the customer a prompt on their phone. */
export async function collectAtMtn(rail: MtnRail, collection: Collection): Promise<RailAnswer> {
  const sent = await sendOrder(rail.collection, PATH, collectionOrder(collection, rail.exponent));
  switch (sent.state) {
    case 'accepted':
      return prompt(collection);
    case 'duplicate':
      return knownTo(await checkAtMtn(rail, collection));
    case 'refused':
      return knownTo(failedWith(sent.code));
    default:
      return sent;
  }
}

/** A record that the provider has just called known, or refused, is not missing there. */
const knownTo = (answer: RailAnswer): RailAnswer => (answer.state === 'not_found' ? { state: 'unknown' } : answer);

export async function checkAtMtn(rail: MtnRail, collection: Collection): Promise<RailAnswer> {
  const reply = await rail.collection({ method: 'GET', path: `${PATH}/${derivedUuid(collection.id)}` });
  return collectionAnswer(readTransaction(reply, rail.exponent), collection, rail.now());
}

/** @param now milliseconds since 1970 */
function collectionAnswer(transaction: MtnTransaction, collection: Collection, now: number): RailAnswer {
  const askAgainInMs = paceMs(now - collection.sentAt.getTime());
  switch (transaction.state) {
    case 'succeeded': {
      const { railReference, amount, currency, payer } = transaction;
      // An amount that cannot be read is not ours.
      if (amount === null || currency === null) return { state: 'unknown', askAgainInMs };
      return { state: 'succeeded', railReference, received: { amount, currency, payer } };
    }
    case 'failed':
      return failedWith(transaction.code ?? 'FAILED');
    case 'waits':
      if (now < collection.expiresAt.getTime()) return { ...prompt(collection), askAgainInMs };
      return { state: 'processing', askAgainInMs };
    case 'ongoing':
      return { state: 'processing', askAgainInMs };
    case 'not_found':
      return { state: 'not_found' };
    default:
      return { state: 'unknown', askAgainInMs };
  }
}

function failedWith(railCode: string): RailAnswer {
  const verdict = verdictOf('collect', railCode);
  if (verdict.does === 'not_found') return { state: 'not_found' };
  if (verdict.does !== 'fail') return { state: 'unknown' };
  return { state: 'failed', failure: { code: verdict.code, message: verdict.message, rail_code: railCode } };
}

const prompt = ({ expiresAt }: Collection) =>
  ({
    state: 'requires_action',
    nextAction: {
      type: 'prompt',
      expires_at: expiresAt.toISOString(),
      instructions: 'Approve the payment on your phone with your MoMo PIN. Without a prompt, open the approvals there.',
      redirect_url: null,
    },
  }) as const;
