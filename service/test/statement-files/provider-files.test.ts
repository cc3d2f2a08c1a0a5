import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openRailHttp } from '../../src/rails/http.ts';
import { fixedRails, type Rail } from '../../src/rails/rail.ts';
import { createProviderCollector } from '../../src/statements/collect-from-provider.ts';
import { collection, disbursement, openPawapayAccount, type PawapayAccount, until } from '../rails/pawapay-account.ts';
import { until as eventually, startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { finished, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
let account: PawapayAccount;
const slug = 'pawapay-zm';
const errors: unknown[] = [];
/** Two hours after the end of the day of the movements. */
const DAY_MS = 86_400_000;
const tomorrow = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 2 * 3_600_000);
const handles: string[] = [];

before(async () => {
  service = await startTestService();
  operator = await makeOperator(service, 'finance');
  account = await openPawapayAccount();
  await account.counterpart.ask('POST', '/topup', { amount: '1000000', currency: 'ZMW' });
  await account.counterpart.ask('POST', '/settings', { deposit_fee: '40', payout_fee: '25' });
  await reconcileRail(service, { rail: slug, layout: 'pawapay-statement', currency: 'ZMW', zone: 'UTC' });
  const { rail } = account;
  const paid = collection('+260763456789');
  await rail.collect(paid);
  await until(() => rail.check(paid), 'succeeded');
  const item = disbursement('+260763456789');
  await rail.payOut(item);
  await until(() => rail.checkPayOut(item), 'succeeded');
  for (const { id } of [paid, item]) handles.push((await account.entriesOf(id))[0]!.operation);
});
after(async () => {
  await service.stop();
  await account.stop();
});

/** One round of a node that has not asked yet. */
const collectOnce = (rail: Rail, now = tomorrow, againMs = 0) =>
  createProviderCollector({
    ...{ db: service.db, documents: service.documents, rails: fixedRails({ [slug]: rail }), againMs },
    onError: (error) => errors.push(error),
    now: () => now,
  })();
const files = async () => (await operator.call('GET', `/operator/statement_files?rail=${slug}`)).body.data;

describe("a provider's statement on request", () => {
  it('waits until the day is complete at the provider', async () => {
    const early = new Date(tomorrow.getTime() - 90 * 60_000);
    assert.equal(await collectOnce(account.rail, early), 0);
    assert.deepEqual([await files(), errors], [[], []]);
  });

  it('that the provider does not make is an error, and is asked for again later', async () => {
    await account.counterpart.ask('POST', '/settings', { statement_fails: true });
    assert.equal(await collectOnce(account.rail), 0);
    assert.match(`${errors.pop()}`, /made no statement: UNKNOWN_ERROR/);
    await account.counterpart.ask('POST', '/settings', { statement_fails: false });
    assert.equal(await collectOnce(account.rail, tomorrow, 60_000), 0, 'another node waits');
    assert.deepEqual([await files(), errors], [[], []]);
  });

  it('is imported like an uploaded file, with its balances', async () => {
    assert.equal(await collectOnce(account.rail), 1, `${errors}`);
    const [{ id }] = await files();
    const file = await finished(operator, id);
    assert.deepEqual(
      [file.status, file.source, file.layout],
      ['imported', 'provider', 'pawapay-statement'],
      JSON.stringify(file.problems),
    );
    const { balances } = await account.counterpart.ask('GET', '/ledger');
    assert.equal(file.statements[0].closing, Number(balances.ZMW));
    const lines = (await linesOf(service, slug)).map(({ key, amount }) => `${key} ${amount}`);
    const [deposit, payout] = handles;
    const expected = [`${deposit}:in 1500`, `${deposit}:fee -40`, `${payout}:out -2050`, `${payout}:fee -25`];
    assert.deepEqual(lines.filter((line) => !/^(opening|topup)/.test(line)).toSorted(), expected.toSorted());
  });

  it('is asked for once a day', async () => {
    assert.equal(await collectOnce(account.rail), 0);
    assert.equal((await files()).length, 1);
    // The next day has nothing new: an empty statement is valid.
    assert.equal(await collectOnce(account.rail, new Date(tomorrow.getTime() + DAY_MS)), 1, `${errors}`);
    await eventually(async () => (await files()).every(({ status }: { status: string }) => status === 'imported'));
    assert.deepEqual(errors, []);
  });

  it('is never fetched from an address without https', async () => {
    const http = openRailHttp({ baseUrl: 'https://api.pawapay.example' });
    const read = async () => {
      for await (const _ of http.download('http://10.0.0.1/statement.csv')) assert.fail('it was read');
    };
    await assert.rejects(read, /not https/);
    await http.close();
  });
});
