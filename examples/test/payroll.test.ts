import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { ApiError, Rialto } from '../../sdk/src/rialto.ts';
import { startFlaky } from '../../sdk/test/flaky.ts';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { runPayroll } from '../payroll/payroll.ts';

const csv = readFileSync(new URL('../payroll/salaries.csv', import.meta.url));
const [paid, failed] = [95_000, 40_000];

describe('the payroll', { concurrency: true }, () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  /** A company with a million in its wallet and its own, possibly bad, network. */
  async function company(money = 1_000_000n) {
    const merchant = await service.merchant();
    const wallet = await merchant.wallet('XOF', money);
    const fund = (amount: number) => merchant.call('POST', `/test/wallets/${wallet}/fund`, { amount });
    const flaky = await startFlaky(service.base);
    after(() => flaky.close());
    const rialto = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url });
    const run = (file: Uint8Array = csv, month = '2026-01') =>
      runPayroll(rialto, { csv: file, currency: 'XOF', month });
    const left = async () => (await rialto.wallets.getMine({ currency: 'XOF' })).balance.available;
    return { flaky, rialto, run, left, fund };
  }

  it('pays everyone who can be paid, and has a line for each', async () => {
    const { run, left } = await company();
    const { payout, result } = await run();
    assert.equal(payout.result, 'partial');
    assert.equal(payout.totals.succeeded_amount, paid);
    assert.equal(payout.totals.failed_amount, failed);
    const lines = result.trim().split('\n').slice(1);
    assert.deepEqual(
      lines.map((line) => /emp-\d/.exec(line)?.[0]),
      ['emp-1', 'emp-2', 'emp-3'],
    );
    assert.match(lines[2]!, /failed.*recipient_not_found/);
    assert.equal(await left(), 1_000_000 - paid);
  });

  it('pays once when it is run again or its responses are lost', async () => {
    const { flaky, run, left } = await company();
    flaky.fate = ({ method }, count) => (method === 'POST' && count % 2 === 1 ? 'cut' : 'pass');
    const first = await run();
    assert.ok(flaky.seen.filter(({ method }) => method === 'POST').length > 1, 'it was sent twice');
    flaky.fate = () => 'pass';
    const again = await run();
    assert.equal(again.payout.id, first.payout.id);
    assert.equal(await left(), 1_000_000 - paid);
    // Control: another month is paid separately.
    await run(csv, '2026-02');
    assert.equal(await left(), 1_000_000 - 2 * paid);
  });

  it('pays after the wallet is funded, also a different file than the refused one', async () => {
    const { run, left, fund } = await company(1_000n);
    const short = (error: unknown) => error instanceof ApiError && error.code === 'insufficient_funds';
    await assert.rejects(run(), short);
    await assert.rejects(run(), short);
    await fund(999_000);
    const { payout } = await run();
    assert.equal((await run()).payout.id, payout.id);
    assert.equal(await left(), 1_000_000 - paid);
    const other = await company(1_000n);
    await assert.rejects(other.run(), short);
    await other.fund(999_000);
    const [head, first] = csv.toString().split('\n');
    const fewer = Buffer.from(`${head}\n${first}\n`);
    assert.equal((await other.run(fewer)).payout.result, 'all_succeeded');
    // The payout made meanwhile differs from the first file.
    await assert.rejects(other.run(), /already sent with another file/);
    assert.equal((await other.run(fewer)).payout.totals.count, 1);
  });

  it('finds the payout by its reference when the key has expired', async () => {
    const { rialto, run, left } = await company();
    const { id } = await rialto.payouts.createFromCsv(csv, { currency: 'XOF', reference: 'payroll-2026-01' });
    assert.equal((await run()).payout.id, id);
    assert.equal(await left(), 1_000_000 - paid);
  });

  it('refuses another file than one sent by hand, and recognizes it with phones in another format', async () => {
    const { rialto, run, left } = await company();
    const [head, first, second] = csv.toString().split('\n');
    const byHand = Buffer.from(`${head}\n${first}\n`);
    await rialto.payouts.createFromCsv(byHand, { currency: 'XOF', reference: 'payroll-2026-01' });
    await assert.rejects(run(), /already sent with another file/);
    await assert.rejects(run(Buffer.from(`${head}\n${second}\n`)), /already sent with another file/);
    const spaced = byHand
      .toString()
      .replace(/\+221(\d\d)/, '+221 $1 ')
      .replaceAll(',', ';');
    assert.notEqual(spaced, byHand.toString());
    assert.equal((await run(Buffer.from(spaced))).payout.result, 'all_succeeded');
    assert.ok((await left()) > 1_000_000 - paid);
  });

  it('recognizes the file when its key has expired, in every spreadsheet format', async () => {
    const table = [
      ['Recipient', 'AMOUNT ', 'Reference', 'Name', ''],
      ['+221771234501', '45000', 'emp-1', 'Ndiaye, Awa', ''],
      ['', '', '', '', ''],
      ['+221771234502', '50000', 'emp-2', 'Diop; Moussa', ''],
    ];
    const file = (delimiter: string, before = '') =>
      Buffer.from(before + table.map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter)).join('\r\n'));
    const quoted = (cell: string, delimiter: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
    for (const written of [file(';'), file('\t'), file(';', '\ufeffsep=;\r\n'), file(',', '\r\n')]) {
      const { rialto, run, left } = await company();
      const { id } = await rialto.payouts.createFromCsv(written, { currency: 'XOF', reference: 'payroll-2026-01' });
      assert.equal((await run(written)).payout.id, id);
      assert.equal(await left(), 1_000_000 - paid);
    }
  });

  it('refuses another file for the same month, or a file with an invalid line, and pays nobody', async () => {
    const { run, left } = await company();
    await run();
    const more = Buffer.concat([csv, Buffer.from('+221771234509,1,emp-9,New\n')]);
    await assert.rejects(run(more), /already sent with another file/);
    const bad = Buffer.concat([csv, Buffer.from('+221771234509,12.50,emp-9,New\n')]);
    await assert.rejects(
      run(bad, '2026-02'),
      (error) => error instanceof ApiError && error.details.some(({ param }) => param === 'items[3].amount'),
    );
    assert.equal(await left(), 1_000_000 - paid);
  });
});
