import { plainText } from '../plain-text.ts';

const MOST = 22;
const LEAST = 4;

/** Letters and digits, 4 to 22 of them. Without one the customer sees our company's name. */
export function customerMessage(record: {
  readonly description: string | null;
  readonly reference: string | null;
  readonly merchant: string;
}): { customerMessage?: string } {
  const text = plainText(record.description ?? record.reference ?? record.merchant, MOST);
  return text.length < LEAST ? {} : { customerMessage: text };
}
