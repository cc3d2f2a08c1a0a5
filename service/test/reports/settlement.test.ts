import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dateAt } from '../../src/core/periods.ts';
import { selectSums } from '../../src/reports/store.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { fillRandom, type Move } from './random-ledger.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
console.log(`SEED=${seed}`);
const START = BigInt(Date.UTC(2026, 2, 20)) * 1_000n;
const DAYS = 20;

let service: TestService;
let shop: TestMerchant;
let moves: Move[];
let own: readonly string[];
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  ({ moves, own } = await fillRandom(service, shop, { seed, start: START, days: DAYS, count: 600 }));
});
after(() => service.stop());

type Row = Record<string, number> & { date: string; currency: string };
const report = async (query: string): Promise<{ days: Row[]; totals: Row[] }> => {
  const answer = await shop.call('GET', `/reports/settlement?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const net = (row: Row) =>
  row.paid_in! - row.refunded! - row.reversed! - row.paid_out! + row.returned! - row.fees! - row.taxes! + row.other!;

/** The sum of the wallets' balances in a currency after all moves before a position, from the moves alone. */
const heldBefore = (currency: string, position: bigint) =>
  Number(
    moves
      .filter((move) => move.currency === currency && move.position < position)
      .reduce((sum, { debit, credit, amount }) => {
        return sum + (own.includes(credit) ? amount : 0n) - (own.includes(debit) ? amount : 0n);
      }, 0n),
  );

function check({ days, totals }: { days: Row[]; totals: Row[] }, end: bigint): void {
  for (const total of totals) {
    const ofCurrency = days.filter(({ currency }) => currency === total.currency);
    for (const [i, row] of ofCurrency.entries()) {
      assert.equal(row.opening! + net(row), row.closing, `${row.date} ${row.currency}`);
      if (i > 0) assert.equal(row.opening, ofCurrency[i - 1]!.closing);
    }
    assert.equal(total.opening! + net(total), total.closing);
    assert.equal(total.closing, heldBefore(total.currency, end), `${total.currency}`);
    for (const column of ['paid_in', 'refunded', 'paid_out', 'fees', 'taxes', 'other'])
      assert.equal(
        total[column],
        ofCurrency.reduce((sum, row) => sum + row[column]!, 0),
      );
  }
}

const at = (time: string) => BigInt(Date.parse(time)) * 1_000n;

describe('the settlement report', () => {
  it('ties on every day with the postings of random activity', async () => {
    const whole = await report('from=2026-03-20&to=2026-06-01');
    assert.deepEqual(
      whole.totals.map(({ currency, opening }) => [currency, opening]),
      [
        ['USD', 0],
        ['XOF', 0],
      ],
    );
    check(whole, at('2026-06-02T00:00:00Z'));
    const part = await report('from=2026-03-25&to=2026-04-02');
    check(part, at('2026-04-03T00:00:00Z'));
    for (const { currency, opening } of part.totals)
      assert.equal(opening, heldBefore(currency, at('2026-03-25T00:00:00Z')));
  });

  it('has each kind in its column', async () => {
    const { totals } = await report('from=2026-03-20&to=2026-06-01');
    for (const total of totals) {
      const sumOf = (kind: string) =>
        Number(
          moves
            .filter((move) => move.kind === kind && move.currency === total.currency)
            .reduce((s, m) => s + m.amount, 0n),
        );
      assert.deepEqual(
        [total.paid_in, total.refunded, total.reversed, total.paid_out, total.returned, total.fees],
        ['payment', 'refund', 'reversal', 'payout', 'return', 'fee'].map(sumOf),
      );
    }
  });

  it('cuts days in the time zone, also when clocks change', async () => {
    // Clocks in Paris are set forward on 2026-03-29, in Port-au-Prince they were on 2026-03-08.
    for (const zone of ['Europe/Paris', 'America/Port-au-Prince', 'Africa/Nairobi']) {
      const { days } = await report(`from=2026-03-19&to=2026-06-01&time_zone=${zone}`);
      const expected = new Map<string, number>();
      for (const { kind, position, currency, amount } of moves)
        if (kind === 'payment') {
          const key = `${dateAt(Number(position / 1_000n), zone)} ${currency}`;
          expected.set(key, (expected.get(key) ?? 0) + Number(amount));
        }
      const found = days.filter(({ paid_in }) => paid_in !== 0);
      assert.deepEqual(
        new Map(found.map(({ date, currency, paid_in }) => [`${date} ${currency}`, paid_in!])),
        new Map([...expected].sort(([a], [b]) => (a.slice(11) + a < b.slice(11) + b ? -1 : 1))),
      );
    }
  });

  it('is the same as CSV, by Accept and by format', async () => {
    const query = 'from=2026-03-20&to=2026-06-01&currency=XOF';
    const { days } = await report(query);
    const byAccept = await shop.call('GET', `/reports/settlement?${query}`, undefined, { accept: 'text/csv' });
    const byFormat = await shop.call('GET', `/reports/settlement?${query}&format=csv`);
    assert.equal(byAccept.text, byFormat.text);
    const [header, ...lines] = byFormat.text.split('\r\n').slice(0, -1);
    assert.equal(header, 'date,currency,opening,paid_in,refunded,reversed,paid_out,returned,fees,taxes,other,closing');
    assert.deepEqual(
      lines,
      days.map((row) =>
        header!
          .split(',')
          .map((name) => row[name])
          .join(','),
      ),
    );
  });

  it('control: without the debits the report does not tie', async () => {
    const { name, text } = selectSums;
    const without = text.replace(
      `sum(p.amount)::text\n    FROM own CROSS JOIN bounds\n    JOIN postings p ON p.debit`,
      `'0'\n    FROM own CROSS JOIN bounds\n    JOIN postings p ON p.debit`,
    );
    assert.notEqual(without, text);
    Object.assign(selectSums, { name: `${name}_control`, text: without });
    try {
      const broken = await report('from=2026-03-20&to=2026-06-01');
      assert.throws(() => check(broken, at('2026-06-02T00:00:00Z')));
    } finally {
      Object.assign(selectSums, { name, text });
    }
  });

  it('of another merchant is empty, and its bounds are refused by name', async () => {
    const stranger = await service.merchant();
    const { body } = await stranger.call('GET', '/reports/settlement?from=2026-03-20&to=2026-06-01');
    assert.deepEqual([body.days, body.totals], [[], []]);
    const param = async (query: string) => {
      const answer = await shop.call('GET', `/reports/settlement?${query}`);
      return [answer.status, answer.body.error.param];
    };
    assert.deepEqual(await param('from=2026-03-20&to=2026-03-19'), [400, 'to']);
    assert.deepEqual(await param('from=2024-03-20&to=2026-03-19'), [400, 'to']);
    assert.deepEqual(await param('from=2026-02-30&to=2026-03-19'), [400, 'from']);
    assert.deepEqual(await param('from=2026-02-20&to=2026-03-19&time_zone=Mars'), [400, 'time_zone']);
    const { key } = await shop.newKey({ scopes: ['payments:read'] });
    const path = '/api/v1/reports/settlement?from=2026-03-20&to=2026-03-20';
    assert.deepEqual(refusal(await service.request('GET', path, { key })), [403, 'insufficient_scope']);
  });
});
