/**
 * Ids of payments, refunds and payout items. Banks change `_`, which is outside SWIFT's characters, and the case, and
 * put other words directly before and behind an id.
 */
const OURS = /(pay|rfd|pit)[_\-. ]?([0-7][0-9a-hjkmnp-tv-z]{25})/i;

/**
 * Finds our id in texts of a statement.
 * @returns the id, as `pit_…`; null if no text has one
 */
export function findRecordId(texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const found = text ? OURS.exec(text) : null;
    if (found) return `${found[1]!.toLowerCase()}_${found[2]!.toLowerCase()}`;
  }
  return null;
}
