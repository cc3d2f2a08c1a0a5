/** Days in the viewer's time zone, in the format of a date field: `2026-11-21`. */
export type Period = { readonly since?: string | undefined; readonly until?: string | undefined };

const startOf = (day: string, plus = 0): Date | null => {
  const [year, month, date] = day.split('-').map(Number);
  const at = new Date(year!, month! - 1, date! + plus);
  return Number.isNaN(at.getTime()) ? null : at;
};

/** The period as query parameters of the API's lists. */
export function filterOf({ since, until }: Period): Record<string, string> {
  const from = since ? startOf(since) : null;
  const to = until ? startOf(until, 1) : null;
  return {
    ...(from ? { 'created_at[gte]': from.toISOString() } : {}),
    ...(to ? { 'created_at[lt]': to.toISOString() } : {}),
  };
}

/**
 * The last instant before the period, and its own last instant. It is null for a day that is not over, because its
 * balance is unknown.
 */
export function endsOf({ since, until }: Period): { before: string | null; end: string | null } {
  const just = (at: Date | null) =>
    at && at.getTime() <= Date.now() ? new Date(at.getTime() - 1).toISOString() : null;
  return { before: just(since ? startOf(since) : null), end: just(until ? startOf(until, 1) : null) };
}
