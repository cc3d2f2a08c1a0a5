import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readAmount } from '../../src/rails/amount-text.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { fillRandom, type Move } from './random-ledger.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
console.log(`SEED=${seed}`);
const START = BigInt(Date.UTC(2026, 2, 20)) * 1_000n;
const PERIOD = 'from=2026-03-20&to=2026-04-19';

let service: TestService;
let shop: TestMerchant;
let moves: Move[];
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  ({ moves } = await fillRandom(service, shop, { seed, start: START, days: 20, count: 400 }));
});
after(() => service.stop());

type Line = Record<string, string>;
const exponents: Record<string, number> = { XOF: 0, USD: 2 };

async function fileOf(path: string, key = shop.key): Promise<Line[]> {
  const answer = await service.request('GET', `/api/v1${path}`, { key });
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('content-type')!, /^text\/csv/);
  return parse(answer.text, { columns: true });
}

/** Where each form has what a document is, and its amounts. */
const forms = {
  plain: { document: 'document', debit: 'debit', credit: 'credit', currency: (line: Line) => line.currency! },
  odoo: {
    document: 'ref',
    debit: 'line_ids/debit',
    credit: 'line_ids/credit',
    currency: (line: Line) => line.ref!.slice(-3),
  },
  erpnext: {
    document: 'Reference Number',
    debit: 'Debit (Accounting Entries)',
    credit: 'Credit (Accounting Entries)',
    currency: (line: Line) => line['Reference Number']!.slice(-3),
  },
  quickbooks: {
    document: 'Journal No.',
    debit: 'Debits',
    credit: 'Credits',
    currency: (line: Line) => line.Currency!,
  },
} as const;

/** Groups lines by document; a line without one belongs to the document above. @returns sums by document */
function sumsOf(
  lines: Line[],
  form: keyof typeof forms,
): Map<string, { debit: bigint; credit: bigint; lines: number }> {
  const { document, debit, credit, currency } = forms[form];
  const sums = new Map<string, { debit: bigint; credit: bigint; lines: number }>();
  let head: Line = {};
  for (const line of lines) {
    if (line[document]) head = line;
    const id = head[document]!;
    const exponent = exponents[currency(head)]!;
    const one = sums.get(id) ?? { debit: 0n, credit: 0n, lines: 0 };
    const minor = (text: string | undefined) => readAmount(text || '0', exponent)!;
    sums.set(id, {
      debit: one.debit + minor(line[debit]),
      credit: one.credit + minor(line[credit]),
      lines: one.lines + 1,
    });
  }
  return sums;
}

const days = () =>
  new Set(
    moves.map(
      ({ position, currency }) => `${new Date(Number(position / 1_000n)).toISOString().slice(0, 10)} ${currency}`,
    ),
  );

describe('the general ledger of a merchant', () => {
  for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
    it(`as ${form} has a document for each day and currency, which sums to zero`, async () => {
      const lines = await fileOf(`/reports/ledger?${PERIOD}&form=${form}`);
      const sums = sumsOf(lines, form);
      const inPeriod = [...days()].filter((day) => day < '2026-04-20');
      assert.equal(sums.size, inPeriod.length);
      for (const [id, { debit, credit, lines }] of sums) {
        assert.equal(debit, credit, id);
        assert.ok(debit > 0n && lines >= 2);
      }
    });
  }

  it('has the movements of the wallets in the accounts of their kinds', async () => {
    const lines = await fileOf(`/reports/ledger?${PERIOD}&form=plain&currency=USD`);
    const sales = lines.filter(({ account_code }) => account_code === '4000');
    const paid = moves.filter(({ kind, currency, position }) => {
      return kind === 'payment' && currency === 'USD' && position < BigInt(Date.UTC(2026, 3, 20)) * 1_000n;
    });
    const total = sales.reduce((sum, { credit }) => sum + readAmount(credit, 2)!, 0n);
    assert.equal(
      total,
      paid.reduce((sum, { amount }) => sum + amount, 0n),
    );
    assert.match(sales[0]!.credit!, /^\d+\.\d\d$/);
    assert.ok(sales.every(({ account_name, currency }) => account_name === 'Sales' && currency === 'USD'));
  });

  it('follows the chart of accounts, and defuses its texts', async () => {
    const accounts = [{ key: 'sales', code: '701', name: '=Ventes' }];
    const changed = await shop.call('PATCH', '/reports/chart', { accounts });
    assert.equal(changed.status, 200, changed.text);
    const own = changed.body.accounts.filter((one: any) => one.changed);
    assert.deepEqual(own, [{ ...accounts[0], changed: true }]);
    assert.deepEqual((await shop.call('GET', '/reports/chart')).body, changed.body);
    const lines = await fileOf(`/reports/ledger?${PERIOD}`);
    const sales = lines.filter(({ account_code }) => account_code === '701');
    assert.ok(sales.length > 0 && sales.every(({ account_name }) => account_name === "'=Ventes"));
    const stranger = await service.merchant();
    assert.ok((await stranger.call('GET', '/reports/chart')).body.accounts.every((one: any) => !one.changed));
    const wrong = await shop.call('PATCH', '/reports/chart', { accounts: [{ key: 'clearing', code: '1', name: 'x' }] });
    assert.deepEqual([...refusal(wrong), wrong.body.error.param], [400, 'validation_failed', 'accounts[0].key']);
  });
});

describe('the general ledger of the deployment', () => {
  it('has every posting, by account, and is for operators alone', async () => {
    const { token } = await service.person('operator', { role: 'finance' });
    const accounts = [{ key: `clearing:random-${seed}`, code: '521', name: 'Mobile money' }];
    const body = { accounts: [{ ...accounts[0]!, key: 'clearing:mtn-ug' }] };
    const changed = await service.request('PATCH', '/api/v1/operator/reports/chart', { key: token, body });
    assert.equal(changed.status, 200, changed.text);
    const lines = await fileOf(`/operator/reports/ledger?${PERIOD}&form=plain&mode=test`, token);
    for (const [id, { debit, credit }] of sumsOf(lines, 'plain')) assert.equal(debit, credit, id);
    const total = (currency: string) =>
      lines
        .filter((line) => line.currency === currency)
        .reduce((sum, { debit }) => sum + readAmount(debit, exponents[currency]!)!, 0n);
    for (const currency of ['XOF', 'USD']) {
      const all = moves.filter(
        (move) => move.currency === currency && move.position < BigInt(Date.UTC(2026, 3, 20)) * 1_000n,
      );
      assert.equal(
        total(currency),
        all.reduce((sum, { amount }) => sum + amount, 0n),
      );
    }
    const names = new Set(lines.map(({ account_name }) => account_name));
    assert.deepEqual([...names].sort(), [`Clearing random-${seed}`, "Merchants' money"]);
    assert.deepEqual(refusal(await shop.call('GET', `/operator/reports/ledger?${PERIOD}`)), [
      ...[403, 'forbidden_account_type'],
    ]);
    const long = await service.request('GET', '/api/v1/operator/reports/ledger?from=2026-01-01&to=2026-02-28', {
      key: token,
    });
    assert.equal(long.body.error.param, 'to');
  });

  it('leaves an act of each change in the audit log', async () => {
    const rows = await service.db.pool.query(`SELECT target FROM audit_log WHERE action = 'chart.updated'`);
    assert.deepEqual(rows.rows, [{ target: 'deployment' }]);
  });
});
