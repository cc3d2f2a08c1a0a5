import type { Database } from '../../db/database.ts';
import { unlessAnswered } from '../../idempotency/store.ts';
import type { Command } from '../../kernel/command.ts';
import type { Answer } from '../../kernel/operation.ts';
import { hasQuotas, type Quotas } from './metered.ts';
import { quotaReached } from './refuse.ts';
import { countOpenItems } from './store.ts';

/** A count from the database is used for this long: a world that creates payouts in a loop costs one count a second. */
const FRESH_MS = 1_000;
/** The oldest count on which a refusal may be based. */
const FRESH_TO_REFUSE_MS = 100;
const MOST_KNOWN = 10_000;

type Open = { counted: number; at: number; inFlight: number };

/**
 * Refuses a payout that would take its test world above the quota of open items. A node counts its own payouts at once.
 * Two nodes together may open up to twice the quota within a second.
 */
export function withinOpenItems<Input>(
  send: (command: Command<Input>) => Promise<Answer>,
  quotas: Quotas | null,
  itemsOf: (input: Input) => number,
): (command: Command<Input>) => Promise<Answer> {
  if (!quotas) return send;
  const known = new Map<number, Open>();
  return async (command) => {
    const { caller, input } = command;
    if (!hasQuotas(caller)) return send(command);
    const count = itemsOf(input);
    const isOver = (open: Open) => open.counted + open.inFlight + count > quotas.openItems;
    let open = await countOpen(quotas.db, known, caller.world, FRESH_MS);
    if (isOver(open)) open = await countOpen(quotas.db, known, caller.world, FRESH_TO_REFUSE_MS);
    if (isOver(open)) {
      const remedy = `It has ${open.counted + open.inFlight}, and this payout adds ${count}. Wait until some are final, cancel a pending payout, or send fewer items.`;
      const refusal = quotaReached(`${quotas.openItems} open payout items`, 'TEST_OPEN_ITEMS', remedy);
      await unlessAnswered(quotas.db, command, () => Promise.reject(refusal));
    }
    open.inFlight += count;
    let created = false;
    try {
      const answer = await send(command);
      created = !answer.refusal && !answer.replayed;
      return answer;
    } finally {
      open.inFlight -= count;
      if (created) open.counted += count;
    }
  };
}

async function countOpen(db: Database, known: Map<number, Open>, world: number, freshMs: number): Promise<Open> {
  const open = known.get(world);
  if (open && performance.now() - open.at < freshMs) return open;
  const at = performance.now();
  const [row] = await db.query<{ open: number }>(countOpenItems, [world]);
  const entry = known.get(world) ?? { counted: 0, at, inFlight: 0 };
  if (known.size >= MOST_KNOWN) for (const [id, { inFlight }] of known) if (inFlight === 0) known.delete(id);
  known.set(world, entry);
  entry.counted = row!.open;
  entry.at = at;
  return entry;
}
