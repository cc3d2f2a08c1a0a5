import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { watchRails } from '../../src/rails/calls.ts';
import { openRailHttp } from '../../src/rails/http.ts';
import { fixedRails, type Rail } from '../../src/rails/rail.ts';
import { reconcile } from '../../src/reconciliation/reconcile.ts';
import { findReconciledRail } from '../../src/reconciliation/store.ts';
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
const collectOnce = (rail: Rail, now = tomorrow, againMs = 0, mostBytes?: number) =>
  createProviderCollector({
    ...{ db: service.db, documents: service.documents, rails: fixedRails({ [slug]: rail }), againMs },
    ...(mostBytes === undefined ? {} : { mostBytes }),
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

  it('that is too large is not kept', async () => {
    assert.equal(await collectOnce(account.rail, tomorrow, 0, 100), 0);
    assert.match(`${errors.pop()}`, /is larger than 100 bytes/);
    assert.ok(
      (await files()).every(({ status }: { status: string }) => status === 'receiving'),
      'the sweep deletes it',
    );
    await service.db.query({ name: 'test_drop_parts', text: 'DELETE FROM statement_files WHERE rail = $1' }, [slug]);
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

  it('may take longer than a call to the provider', async () => {
    const slow = 'pawapay-slow';
    await reconcileRail(service, { rail: slow, layout: 'pawapay-statement', currency: 'ZMW', zone: 'UTC' });
    await account.counterpart.ask('POST', '/settings', { statement_after_ms: 1_500 });
    const watched = watchRails(service.db, fixedRails({ [slow]: account.rail }), (error) => errors.push(error), {
      patienceMs: 1_000,
    });
    const round = createProviderCollector({
      ...{ db: service.db, documents: service.documents, rails: watched.rails, now: () => tomorrow },
      onError: (error) => errors.push(error),
    });
    assert.equal(await round(), 0, 'no round waits for it');
    await eventually(async () => (await round()) === 1 || errors.length > 0);
    await account.counterpart.ask('POST', '/settings', { statement_after_ms: 0 });
    await watched.stop();
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

describe('a statement on request of a rail in another time zone', () => {
  const zone = 'Africa/Lusaka';
  const header = 'Creation Date,Transaction ID,Amount,Currency,Type,Balance';
  /** Days ago by the calendar of the rail. */
  const day = (ago: number) => Temporal.Now.plainDateISO(zone).subtract({ days: ago }).toString();
  const at = (ago: number, time: string) => Temporal.PlainDateTime.from(`${day(ago)}T${time}`).toZonedDateTime(zone);
  const row = (ago: number, time: string, id: string, amount: string, balance: string) => {
    const utc = at(ago, time).toInstant().toString().slice(0, 19).replace('T', ' ');
    return `${utc},${id},${amount},ZMW,Deposit,${balance}`;
  };
  type Period = readonly [from: Date, to: Date];
  /** Takes the files of each call, with what the provider says. */
  const collect = async (rail: string, now: Temporal.ZonedDateTime, rows: readonly string[]): Promise<Period> => {
    let asked: Period | null = null;
    async function* bytes() {
      yield Buffer.from([header, ...rows, ''].join('\n'));
    }
    const provider: Rail = {
      ...{ name: rail, capabilities: account.rail.capabilities },
      askStatement: async (from, to) => {
        asked = [from, to];
        return 'one';
      },
      statementFile: async (_id, name) => ({ name: `${name}.csv`, bytes: bytes() }),
    };
    const taken = await createProviderCollector({
      ...{ db: service.db, documents: service.documents, rails: fixedRails({ [rail]: provider }), againMs: 0 },
      onError: (error) => errors.push(error),
      now: () => new Date(now.epochMilliseconds),
    })();
    assert.deepEqual([taken, errors], [1, []]);
    return asked!;
  };
  const filesOf = async (rail: string) =>
    (await operator.call('GET', `/operator/statement_files?rail=${rail}`)).body.data.toReversed();
  const imported = async (rail: string) => {
    for (const { id } of await filesOf(rail)) assert.equal((await finished(operator, id)).status, 'imported');
    return (await filesOf(rail)).map(({ name, statements: [one] }: any) => [name, one.from, one.to, one.lines]);
  };

  it('covers the local days that were asked for, with early movements and without any', async () => {
    const rail = 'pawapay-lusaka';
    await reconcileRail(service, { rail, layout: 'pawapay-statement', currency: 'ZMW', zone });
    const asked = [
      await collect(rail, at(4, '02:00'), [
        row(5, '23:30', 'B', '5.00', '15.00'),
        row(5, '00:30', 'A', '10.00', '10.00'),
      ]),
      // Half past midnight in Lusaka is the day before in UTC.
      await collect(rail, at(3, '02:00'), [
        row(4, '12:00', 'D', '2.00', '18.00'),
        row(4, '00:30', 'C', '1.00', '16.00'),
      ]),
      await collect(rail, at(2, '02:00'), []),
      await collect(rail, at(1, '02:00'), []),
    ];
    const midnight = (ago: number) => new Date(at(ago, '00:00').epochMilliseconds);
    assert.deepEqual(
      asked,
      [5, 4, 3, 2].map((ago) => [midnight(ago), midnight(ago - 1)]),
    );
    assert.deepEqual(
      await imported(rail),
      [5, 4, 3, 2].map((ago) => [`${day(ago)}.csv`, day(ago), day(ago), ago > 3 ? 2 : 0]),
    );
    await reconcile(service.db, (await findReconciledRail(service.db, rail))!, assert.ifError);
    for (const ago of [5, 4, 3, 2]) {
      const closed = await operator.call('POST', '/operator/closes', { rail, day: day(ago) });
      assert.deepEqual([closed.status, closed.body.there?.closing], [201, ago === 5 ? 1_500 : 1_800], closed.text);
    }
  });

  it('has at most 30 days, and the next one goes on where it ended', async () => {
    const rail = 'pawapay-late';
    await reconcileRail(service, { rail, layout: 'pawapay-statement', currency: 'ZMW', zone });
    const text = 'UPDATE reconciled_rails SET read_to = $2 WHERE rail = $1';
    await service.db.query({ name: 'test_read_to', text }, [rail, new Date(at(50, '00:00').epochMilliseconds)]);
    await collect(rail, at(1, '02:00'), []);
    await collect(rail, at(1, '02:00'), []);
    assert.deepEqual(await imported(rail), [
      [`${day(50)}.csv`, day(50), day(21), 0],
      [`${day(20)}.csv`, day(20), day(2), 0],
    ]);
  });
});
