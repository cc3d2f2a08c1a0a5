import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountCodeOf } from '../../core/account-code.ts';
import type { DarajaReply } from './api.ts';
import { openDarajaPull } from './pull.ts';

const sentAt = new Date('2026-11-25T12:00:00Z');
const code = accountCodeOf('pay_a');
const rowOf = (billreference: string, i = 0) => ({ transactionId: `R${i}`, amount: '100.00', billreference });

/** A provider that answers the next page only when the test says so. */
function openList() {
  let now = sentAt.getTime() + 60_000;
  const waiting: ((reply: DarajaReply) => void)[] = [];
  let pages = 0;
  const call = () => {
    pages++;
    return new Promise<DarajaReply>((resolve) => waiting.push(resolve));
  };
  const answer = async (reply: DarajaReply) => {
    waiting.shift()!(reply);
    await new Promise(setImmediate);
  };
  return {
    pull: openDarajaPull(call, '600000', () => now),
    page: (...rows: object[]) => answer({ is: 'ok', body: { ResponseCode: '1000', Response: [rows] } }),
    end: () => answer({ is: 'ok', body: { ResponseCode: '1001' } }),
    fail: () => answer({ is: 'unknown' }),
    pass: (ms: number) => {
      now += ms;
      return now;
    },
    pages: () => pages,
  };
}

describe('the pull list', () => {
  it('finds a payment by its code in any spelling, on any page', async () => {
    const { pull, page, end } = openList();
    const found = pull.find(code, sentAt);
    await page(rowOf('rent', 1), rowOf(accountCodeOf('pay_b'), 2));
    await page(rowOf(`${code.slice(0, 6)} ${code.slice(6).toLowerCase()}`, 3));
    await end();
    assert.equal((await found)?.payment?.receipt, 'R3');
  });

  it('is pulled once for all checks, however long its pages take', async () => {
    const { pull, page, end, pass, pages } = openList();
    const first = pull.find(code, sentAt);
    pass(30_000);
    await page(rowOf(code));
    const second = pull.find(code, sentAt);
    await end();
    assert.deepEqual([(await first)?.payment?.receipt, (await second)?.payment?.receipt], ['R0', 'R0']);
    pass(29_000);
    assert.equal((await pull.find(code, sentAt))?.payment?.receipt, 'R0');
    assert.equal(pages(), 2);
    pass(2_000);
    void pull.find(code, sentAt);
    assert.equal(pages(), 3);
  });

  it('lacks a payment as of the begin of its pull', async () => {
    const { pull, page, end, pass } = openList();
    const begin = pass(0);
    const found = pull.find(code, sentAt);
    pass(30_000);
    const later = pull.find(code, sentAt);
    await page(rowOf('rent'));
    await end();
    for (const listed of [await found, await later]) assert.deepEqual(listed, { payment: null, at: begin });
  });

  it('proves nothing if one of its pages failed', async () => {
    const { pull, page, fail } = openList();
    const found = pull.find(code, sentAt);
    await page(rowOf('rent'));
    await fail();
    assert.equal(await found, null);
  });
});
