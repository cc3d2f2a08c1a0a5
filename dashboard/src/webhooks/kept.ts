/** Dead letters are kept for 30 days after the last attempt, which is at most 8 days after the first. */
export const KEPT_MS = 30 * 86_400_000;

export const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/** The `since` of a replay of all deliveries that are kept. */
export const afterAll = () => after(new Date().toISOString(), -KEPT_MS - 8 * 86_400_000);
