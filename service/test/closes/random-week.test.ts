import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Line, type Movements, openProviderBooks, slug } from '../support/provider-books.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
let state = seed;
/** mulberry32 */
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
const below = (n: number) => Math.floor(random() * n);
const chance = (part: number) => random() < part;

let service: TestService;
let books: Movements;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  books = await openProviderBooks(service);
});
after(() => service.stop());

const DAYS = 7;
const dayOf = (n: number) => `2026-10-${String(n).padStart(2, '0')}`;
const run = (text: string, values: unknown[] = []) =>
  service.db.query<any>({ name: `random_${text.length}_${text.slice(0, 20)}`, text }, values);
const post = async (who: TestPerson, path: string, body: object): Promise<any> => {
  const reply = await who.call('POST', path, body);
  assert.ok(reply.status < 300, `seed ${seed}: ${reply.text}`);
  return reply.body;
};

type Planned = Line & { readonly listed: number };

/** Books a week, and returns its lines with the day on which a statement lists each. */
async function plan(): Promise<{ lines: Planned[]; booked: bigint[] }> {
  const lines: Planned[] = [];
  const booked = Array.from({ length: DAYS + 2 }, () => 0n);
  for (let day = 1; day <= DAYS; day++) {
    for (let n = 0; n < 14; n++) {
      const amount = BigInt(below(1_000) + 1) * (chance(0.3) ? -1n : 1n);
      const receipt = `R${day}-${n}`;
      const kind = amount < 0n ? ('payout' as const) : ('payment' as const);
      const source = await books.book({ kind, amount, day: dayOf(day), receipt });
      booked[day]! += amount;
      const fee = chance(0.4) ? BigInt(below(9) + 1) : 0n;
      if (fee > 0n && chance(0.3)) {
        const other = chance(0.3) ? fee + 1n : fee;
        await books.book({ kind: 'provider_fee', source, amount: -other, day: dayOf(day) });
        booked[day]! -= other;
      }
      if (chance(0.08)) continue;
      const there = Math.min(DAYS + 1, Math.max(1, day + (chance(0.2) ? below(4) - 1 : 0)));
      const listed = Math.min(DAYS + 1, there + (chance(0.15) ? below(3) : 0));
      const shown = chance(0.08) ? amount + (amount > 0n ? 3n : -3n) : amount;
      const common = { operation: receipt, day: dayOf(there), listed };
      if (chance(0.3) && fee > 0n) {
        lines.push({ ...common, amount: shown }, { ...common, kind: 'fee', amount: -fee });
      } else lines.push({ ...common, amount: shown, fee });
      if (chance(0.06)) lines.push({ ...common, operation: `${receipt}-again`, record: source, amount });
    }
    if (chance(0.5)) lines.push({ operation: `X${day}`, amount: 11n, day: dayOf(day), listed: day });
    if (chance(0.5)) lines.push({ operation: `M${day}`, kind: 'fee', amount: -40n, day: dayOf(day), listed: day });
  }
  return { lines, booked };
}

/** Undoes the match of a line of a closed day; sometimes it is matched again. */
async function undoOne(): Promise<void> {
  const rows = await run(`
    SELECT l.id FROM statement_lines l, reconciled_rails r
    WHERE l.match LIKE 'stl%' AND l.result <> 'resolved' AND l.accounted_on <= r.closed_to ORDER BY l.id`);
  if (rows.length === 0) return;
  await post(maker, `/operator/statement_lines/${rows[below(rows.length)].id}/undo_match`, { reason: 'by chance' });
  if (chance(0.6)) await run('UPDATE statement_files SET matched_at = NULL');
}

/** Two operators book the difference of a case. */
async function resolveOne(): Promise<void> {
  const rows = (await maker.call('GET', `/operator/cases?status=open&rail=${slug}&limit=50`)).body.data;
  if (rows.length === 0) return;
  const { id } = rows[below(rows.length)];
  const asked = await maker.call('POST', `/operator/cases/${id}/resolve`, { decision: 'write_off', reason: 'small' });
  if (asked.status === 202) await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`);
}

describe('a random week', () => {
  it('closes with every difference explained to the unit', async (t) => {
    t.diagnostic(`seed ${seed}`);
    const { lines, booked } = await plan();
    let [there, here, closed] = [0n, 0n, 0];
    /** The money at the provider after each day, as the importer counts the lines. */
    const counted = Array.from({ length: DAYS + 3 }, () => 0n);
    for (let day = 1; day <= DAYS + 1; day++) {
      const now = lines.filter(({ listed }) => listed === day);
      for (const { amount, fee = 0n, day: on } of now) {
        counted[Math.max(Number(on.slice(-2)), closed + 1)]! += amount - fee;
      }
      await books.statement(now, [dayOf(day), dayOf(day)]);
      await books.reconcile();
      while (closed < day && (day > DAYS || chance(0.7))) {
        if (chance(0.5)) await undoOne();
        if (chance(0.5)) await resolveOne();
        await books.reconcile();
        const answer = await post(maker, '/operator/closes', { rail: slug, day: dayOf(++closed) });
        there += counted[closed]!;
        here += booked[closed]!;
        const sum = answer.explained.reduce((total: number, { amount }: any) => total + amount, 0);
        const { closing } = answer.there;
        assert.deepEqual([closing, answer.here.closing], [Number(there), Number(here)], `seed ${seed}, day ${closed}`);
        assert.equal(sum, answer.difference, `seed ${seed}, day ${closed}`);
      }
    }
    assert.equal(closed, DAYS + 1);
  });
});
