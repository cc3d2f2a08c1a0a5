import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { createCoalescedReads } from './coalesce-reads.ts';
import { createFind, findEach } from './find.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const sought = { world: 1, id: 'pay_1' };

/** A database with one counter. A statement reads the value at its start, and ends when the test ends it. */
function counter() {
  const database = { value: 0, statements: [] as (() => void)[] };
  const read = () => {
    const seen = database.value;
    return new Promise<number>((resolve) => database.statements.push(() => resolve(seen)));
  };
  return { database, read };
}

type Read = () => Promise<number>;
const ways: Record<string, (read: Read) => Read> = {
  'one record': (read) => {
    const find = createFind(async <Row>() => {
      const value = await read();
      return Array.from({ length: 100 }, (_, i) => ({ place: i + 1, value })) as Row[];
    });
    const statement = findEach('test', 'SELECT 1');
    return async () => (await find<{ value: number }>(statement, sought))!.value;
  },
  'a list': (read) => {
    const share = createCoalescedReads();
    return () => share('key', read);
  },
};

/** A step while reads are in flight: a write, a new read, or the end of the oldest statement. */
type Step = 'write' | 'read' | 'end';

/** Carries out the steps. @returns how far the stalest answer was behind the value when it was requested */
async function stalest(way: (read: Read) => Read, steps: readonly Step[]): Promise<number> {
  const { database, read } = counter();
  const ask = way(read);
  const lags: Promise<number>[] = [];
  const end = async () => {
    database.statements.shift()?.();
    await tick();
    await tick();
  };
  for (const step of steps) {
    const { value } = database;
    if (step === 'write') database.value++;
    else if (step === 'read') lags.push(ask().then((seen) => value - seen));
    else await end();
    await tick();
  }
  while (database.statements.length > 0) await end();
  return Math.max(0, ...(await Promise.all(lags)));
}

const histories = fc.array(fc.constantFrom<Step>('write', 'read', 'end'), { maxLength: 30 });

for (const [what, way] of Object.entries(ways)) {
  describe(`reading ${what} together (SEED=${seed})`, () => {
    it('returns at least the value that was written before the request', async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          assert.ok((await stalest(way, steps)) <= 0);
        }),
        { seed, numRuns: 200 },
      );
    });

    it('merges reads that arrive meanwhile, and sends them when the first is done', async () => {
      const { database, read } = counter();
      let begun = 0;
      const ask = way(() => {
        begun++;
        return read();
      });
      const answers = [ask()];
      await tick();
      assert.equal(begun, 1, 'a lone one waits for nothing');
      answers.push(ask(), ask(), ask());
      await tick();
      assert.equal(begun, 1);
      database.value = 7;
      database.statements.shift()!();
      await tick();
      await tick();
      assert.equal(begun, 2);
      database.statements.shift()!();
      assert.deepEqual(await Promise.all(answers), [0, 7, 7, 7]);
    });

    it('reports a failure to the reads of that statement, and to no others', async () => {
      let fail = true;
      const ask = way(async () => {
        if (fail) throw new Error('the database is gone');
        return 1;
      });
      const failed = Promise.allSettled([ask(), ask()]);
      assert.deepEqual(
        (await failed).map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      fail = false;
      assert.equal(await ask(), 1);
    });
  });
}

it(`control: joining a read in flight, as a cache of promises would, returns stale values (SEED=${seed})`, async () => {
  const joining = (read: Read): Read => {
    let underWay: Promise<number> | null = null;
    return () => {
      underWay ??= read().finally(() => {
        underWay = null;
      });
      return underWay;
    };
  };
  assert.equal(await stalest(joining, ['read', 'write', 'read']), 1);
  await assert.rejects(
    fc.assert(
      fc.asyncProperty(histories, async (steps) => (await stalest(joining, steps)) <= 0),
      { seed, numRuns: 200 },
    ),
  );
});

it('different lists run beside each other', async () => {
  const share = createCoalescedReads();
  const slow = share('slow', () => new Promise<string>(() => {}));
  slow.catch(() => {});
  assert.equal(await share('quick', async () => 'here'), 'here');
});
