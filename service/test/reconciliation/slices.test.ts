import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { classifyItems } from '../../src/reconciliation/classify-items.ts';
import { copyEntries } from '../../src/reconciliation/copy-entries.ts';
import { matchByRule } from '../../src/reconciliation/match-by-rules.ts';
import { addOpenEntries, addOpenLines } from '../../src/reconciliation/open-items.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { seedFromEnvironment } from '../support/kill.ts';
import { type Line, type Movements, openProviderBooks, slug } from '../support/provider-books.ts';

const seed = seedFromEnvironment();
let service: TestService;
let books: Movements;
const [day, last] = ['2026-10-01', '2026-10-08'];
/** Four amounts and three phones: most items have several candidates, some have one. */
const amounts = [10n, 20n, 30n, 40n, 50n, 60n];
const phones = ['254700000001', '254700000002', '254700000003'];
const lines: Line[] = [];
before(async () => {
  service = await startTestService();
  books = await openProviderBooks(service);
  let state = seed;
  const next = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const phone = () => phones[next(phones.length)]!;
  // Whatever the seed draws, one pair and one line with two candidates.
  for (const amount of [70n, 80n, 80n]) await books.book({ amount, day, phone: `+${phones[0]}` });
  for (const amount of [70n, 80n])
    lines.push({ operation: `P${amount}`, amount, day, phone: phones[0]!.replace(/^(....)...../, '$1*****') });
  for (let i = 0; i < 24; i++) {
    await books.book({ amount: amounts[next(amounts.length)]!, day, phone: `+${phone()}` });
    const masked = phone().replace(/^(....)...../, '$1*****');
    lines.push({ operation: `L${i}`, amount: amounts[next(amounts.length)]!, day, phone: masked });
  }
  const file = await books.statement(lines, [day, last]);
  await copyEntries(service.db, books.rail);
  await addOpenLines(service.db, books.rail, file);
  await addOpenEntries(service.db, books.rail, day, last);
});
after(() => service.stop());

const rule = { id: 'rule_test', shape: 'one_to_one', kinds: [], compare: ['phone'], window_hours: 24 } as const;
const sql = (name: string, text: string) => ({ name, text });
const ambiguous = sql('test_ambiguous', `SELECT item FROM open_items WHERE result = 'ambiguous' ORDER BY item`);
const named = sql('test_named', 'SELECT side, item, result FROM open_items ORDER BY side, item');
const reset = sql('test_reset', `UPDATE open_items SET result = 'waiting'`);

/** The pairs by definition: a line and an entry that fit each other, and nothing else. */
async function pairsByDefinition() {
  const text = `SELECT position, amount, phone FROM rail_entries WHERE rail = $1`;
  const entries = await service.db.query<{ position: bigint; amount: bigint; phone: string }>(
    sql('test_entries', text),
    [slug],
  );
  const ids = await service.db.query<{ id: string; amount: bigint; phone: string }>(
    sql('test_line_ids', 'SELECT id, amount, phone FROM statement_lines ORDER BY id'),
  );
  const fits = (line: (typeof ids)[number], entry: (typeof entries)[number]) =>
    line.amount === entry.amount && line.phone.slice(-3) === entry.phone.slice(-3);
  const candidates = ids.map((line) => ({ line, found: entries.filter((entry) => fits(line, entry)) }));
  const isPair = ({ found }: (typeof candidates)[number]) =>
    found.length === 1 && ids.filter((other) => fits(other, found[0]!)).length === 1;
  return {
    pairs: candidates.filter(isPair).map(({ line, found }) => `${line.id} ${found[0]!.position}`),
    unclear: candidates.filter((one) => one.found.length > 0 && !isPair(one)).length,
  };
}

describe(`slices of open items (SEED=${seed})`, () => {
  it('match what the definition says, wherever a slice ends', async () => {
    const expected = await pairsByDefinition();
    assert.ok(expected.pairs.length > 0 && expected.unclear > 0, 'the seed has pairs and ambiguous lines');
    for (const most of [1, 2, 5, 1_000]) {
      const { sample, ...counts } = await matchByRule(service.db, books.rail, rule, { trial: true, most });
      const found = (sample ?? []).map(({ line, position }) => `${line} ${position}`);
      assert.deepEqual(found.toSorted(), expected.pairs.toSorted(), `slices of ${most}`);
      const { length } = expected.pairs;
      assert.deepEqual(counts, { lines: length, entries: length, unclear: expected.unclear }, `slices of ${most}`);
    }
  });

  it('name the same items, wherever a slice ends', async () => {
    const seen: unknown[] = [];
    for (const most of [1, 3, 1_000]) {
      await service.db.query(reset);
      await classifyItems(service.db, books.rail, last, last, most);
      seen.push(await service.db.query(named));
    }
    assert.deepEqual(seen[0], seen[2]);
    assert.deepEqual(seen[1], seen[2]);
    assert.ok(JSON.stringify(seen[2]).includes('missing_there'));
  });

  it('write the same matches in slices of one line', async () => {
    const expected = await pairsByDefinition();
    await service.db.query(reset);
    const { lines: matched } = await matchByRule(service.db, books.rail, rule, { most: 1 });
    assert.equal(matched, expected.pairs.length);
    const text = `
      SELECT l.id || ' ' || e.position AS pair FROM statement_lines l JOIN rail_entries e ON e.match = l.id ORDER BY 1`;
    const pairs = await service.db.query<{ pair: string }>(sql('test_pairs', text));
    assert.deepEqual(
      pairs.map(({ pair }) => pair),
      expected.pairs.toSorted(),
    );
    assert.equal((await service.db.query(ambiguous)).length, expected.unclear);
  });
});
