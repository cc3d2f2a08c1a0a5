export type SettledState = { readonly id: string; readonly rail: string | null; readonly status: string };

const isFinal = (state: string | undefined) => state === 'succeeded' || state === 'failed';

/**
 * What rails said that is the opposite of what has become final here. Nothing is changed by it, for both may have been told to a
 * merchant already; but the operator's books and these differ, by money that somebody has to look for.
 *
 * Between wallets here an expiry that comes behind an approval is no contradiction: the lock decides.
 */
export function contradictions(
  rows: readonly SettledState[],
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
