import type { Database, Statement } from '../db/database.ts';

/** A preflight names no key and no integration, so any origin that some integration lists is accepted. */
export type Origins = { has(origin: string): Promise<boolean> };

/** Bounds the memory. Origins of merchants approved for live come first, so that sign-ups cannot push them out. */
const MOST = 10_000;
const TRUST_MS = 5_000;

export const selectOrigins: Statement = {
  name: 'origins_select',
  text: `
    SELECT o.origin FROM (
      SELECT unnest(i.origins) AS origin, m.live_approved_at IS NULL AS unapproved, i.id
      FROM integrations i JOIN merchants m ON m.id = i.merchant_id WHERE i.origins <> '{}') o
    ORDER BY o.unapproved, o.id LIMIT ${MOST}`,
};

/** The list is read on demand, at most every five seconds, so that strangers' preflights cost the database nothing. */
export function openOrigins(db: Database, now: () => number = () => performance.now()): Origins {
  let known: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let until = Number.NEGATIVE_INFINITY;
  const read = async () => new Set((await db.query<{ origin: string }>(selectOrigins)).map(({ origin }) => origin));
  return {
    has: async (origin) => {
      if (now() >= until) {
        until = now() + TRUST_MS;
        const before = known;
        known = read().catch(() => before);
      }
      return (await known).has(origin);
    },
  };
}
