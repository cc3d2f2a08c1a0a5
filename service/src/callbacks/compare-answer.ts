/** States of records and answers in which the money is not with its receiver. */
const notPaid: ReadonlySet<string> = new Set(['failed', 'reversed', 'returned']);

/**
 * Compares the answer of a rail with a record that is final here.
 * @returns null if the answer says nothing about the outcome
 */
export function compareAnswer(status: string, answer: { readonly state: string }): 'confirmed' | 'contradicted' | null {
  if (answer.state !== 'succeeded' && !notPaid.has(answer.state)) return null;
  return (status === 'succeeded') === (answer.state === 'succeeded') ? 'confirmed' : 'contradicted';
}
