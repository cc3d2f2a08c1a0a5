import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { balance } from '../../service/test/support/flows.ts';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { giveAuthenticator } from '../../service/test/support/person.ts';
import { type Desk, sitDown } from './terminal.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** Logs in at the terminal. Other tests cover the codes of authenticators. */
async function operator(identifier: string): Promise<Desk> {
  const password = 'a long walk along the sea';
  const { id } = await service.person('operator', { identifier, password, role: 'finance' });
  const desk = sitDown({ RIALTO_BASE_URL: service.base });
  const terminal = desk.start('login', '--as', 'operator');
  await terminal.see(/E-mail address/);
  terminal.type(`${identifier}\r`);
  await terminal.see(/Password/);
  terminal.type(`${password}\r`);
  assert.equal(await terminal.ended(), 0, terminal.output());
  await giveAuthenticator(service.db, id);
  return desk;
}

it('one operator requests an import of opening balances, and another one approves it with their copy', async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF');
  const [maker, checker] = [await operator('maker@shop.example'), await operator('checker@shop.example')];
  const file = `wallet,amount,currency,reference\n${wallet},700,XOF,old-1\n${wallet},50,XOF,old-2\n`;
  for (const { home } of [maker, checker]) writeFileSync(join(home, 'old.csv'), file);
  const create = ['opening-balances', 'create', 'old.csv', '--reason', 'Migration', '--count', '2'];
  const refused = await maker.run(...create, '--totals', 'XOF:751');
  assert.equal(refused.code, 1);
  assert.match(refused.output, /totals: .*751/);

  const { id } = await maker.json(...create, '--totals', 'XOF:750');
  assert.match((await checker.run('opening-balances', 'list', '--status', 'pending')).output, /opening +test +750 XOF/);
  const shown = await checker.run('opening-balances', 'get', id);
  assert.match(shown.output, /payload\.sha256 +\w{64}.*total XOF +750 XOF in 2 rows/s);
  const { output: rows } = await checker.run('opening-balances', 'get', id, '--csv');
  assert.match(rows, new RegExp(`^line,wallet,amount,currency,reference\r\n2,${wallet},700,XOF,old-1\r\n3,`));
  assert.equal((await maker.run('opening-balances', 'approve', id, 'old.csv')).code, 3);

  writeFileSync(join(checker.home, 'other.csv'), file.replace('700', '701'));
  const other = await checker.run('opening-balances', 'approve', id, 'other.csv');
  assert.deepEqual([other.code, await balance(shop, wallet)], [2, [0, 0]]);
  assert.match(other.output, /The import has another file/);
  assert.equal((await checker.json('opening-balances', 'approve', id, 'old.csv')).status, 'approved');
  assert.deepEqual(await balance(shop, wallet), [750, 0]);
});

it('an operator rejects an import, but no other request', async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF');
  const [maker, checker] = [await operator('third@shop.example'), await operator('fourth@shop.example')];
  writeFileSync(join(maker.home, 'old.csv'), `wallet,amount,currency,reference\n${wallet},9,XOF,old-3\n`);
  const what = ['--count', '1', '--totals', 'XOF:9', '--reason', 'Migration'];
  const { id } = await maker.json('opening-balances', 'create', 'old.csv', ...what);
  const rejected = await checker.json('opening-balances', 'reject', id, '--reason', 'another wallet');
  assert.deepEqual([rejected.status, rejected.rejection_reason], ['rejected', 'another wallet']);

  const fourth = await service.person('operator', { role: 'finance' });
  await giveAuthenticator(service.db, fourth.id);
  const slip = { wallet, amount: 5, reason: 'Bank transfer' };
  const { body } = await fourth.call('POST', '/operator/cash_ins', slip);
  const wrong = await checker.run('opening-balances', 'reject', body.id, '--reason', 'no');
  assert.deepEqual([wrong.code, body.status], [2, 'pending']);
  assert.match(wrong.output, /is not an import of opening balances/);
});
