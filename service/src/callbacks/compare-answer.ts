import type { RailAnswer } from '../core/payment.ts';
import type { MoneyOutAnswer } from '../rails/rail.ts';

export type FinalAnswer = RailAnswer | MoneyOutAnswer;

/**
 * Compares the answer of a rail with a record that is final here.
 * @returns null if the answer says nothing about the outcome
 */
export function compareAnswer(status: string, { state }: FinalAnswer): 'confirmed' | 'contradicted' | null {
  switch (state) {
    case 'succeeded':
      return status === 'succeeded' ? 'confirmed' : 'contradicted';
    case 'failed':
      return status === 'succeeded' ? 'contradicted' : 'confirmed';
    case 'reversed':
    case 'returned':
      return status === 'succeeded' ? 'contradicted' : 'confirmed';
    default:
      return null;
  }
}
