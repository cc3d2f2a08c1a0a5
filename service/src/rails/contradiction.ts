type Decided = { readonly id: string; readonly rail: string | null; readonly status: string };

const isFinal = (state: string | undefined) => state === 'succeeded' || state === 'failed';

/**
 * Answers of rails that contradict a state that is final here. Nothing is changed, because a merchant may already know
 * both. But the provider's books and these differ, and an operator must look for the money.
 *
 * On the wallet rail an expiry after an approval is not a contradiction: the lock decides.
 */
export function contradictions(
  rows: readonly Decided[],
  answers: ReadonlyMap<string, { readonly state: string }>,
): Error[] {
  return rows.flatMap(({ id, rail, status }) => {
    const said = answers.get(id)?.state;
    if (rail === 'wallet' || !isFinal(said) || !isFinal(status) || said === status) return [];
    return [
      new Error(
        `${rail} reports that ${id} has ${said}, but its status here is ${status}. Compare it with the provider’s records`,
      ),
    ];
  });
}
