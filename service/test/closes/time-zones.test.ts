import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Doer } from '../../src/audit/record.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import { copyEntries } from '../../src/reconciliation/copy-entries.ts';
import { setRail } from '../../src/reconciliation/set-rail.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Movements, openProviderBooks } from '../support/provider-books.ts';
import { readPdf, verifyDocument } from '../support/read-document.ts';

let service: TestService;
let maker: TestPerson;
let checker: TestPerson;
const nairobi = { rail: 'nairobi', time_zone: 'Africa/Nairobi' };
const dakar = { rail: 'dakar', time_zone: 'Africa/Dakar' };
const rails = [nairobi, dakar];
const books = new Map<string, Movements>();

before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
});
after(() => service.stop());

const run = (text: string, values: unknown[] = []) =>
  service.db.query<any>({ name: `zones_${text.length}_${text.slice(0, 20)}`, text }, values);
const post = async (who: TestPerson, path: string, body: object | undefined, status: number): Promise<any> => {
  const reply = await who.call('POST', path, body);
  assert.equal(reply.status, status, reply.text);
  return reply.body;
};
const close = (rail: string, day: string) => post(maker, '/operator/closes', { rail, day }, 201);
const review = (id: string) => post(checker, `/operator/closes/${id}/review`, undefined, 200);
const month = async (rail: string, of: string) => {
  const { status, body } = await maker.call('GET', `/operator/closes/month?rail=${rail}&month=${of}`);
  return { status, body: body as any };
};

const setZoneIn = (tx: Tx, slug: string, time_zone: string) => {
  const rail = { slug, livemode: false, currency: 'KES', country: 'KE' };
  const doer: Doer = { actor: { type: 'admin', id: 'test' } };
  return setRail(tx, rail, { layout: 'bank-csv', time_zone }, doer);
};
const setZone = (slug: string, zone: string) => transaction(service.db, (tx) => setZoneIn(tx, slug, zone));

const eve = '2026-09-30';
const first = '2026-10-01';
const last = '2026-10-31';
/** Movements around local midnight at the end of September, by the moment in UTC: two before it and two from it on. */
const moments = {
  nairobi: ['T20:30:00.000Z', 'T20:59:59.999Z', 'T21:00:00.000Z', 'T21:30:00.000Z'],
  dakar: ['T23:30:00.000Z', 'T23:59:59.999Z', 'T24:00:00.000Z', 'T24:30:00.000Z'],
};
const amounts = [1n, 20n, 300n, 4_000n] as const;

describe('days of rails in several time zones', () => {
  before(async () => {
    for (const settings of rails) {
      const { rail } = settings;
      const own = await openProviderBooks(service, settings);
      books.set(rail, own);
      const lines = [];
      for (const [index, time] of moments[rail as keyof typeof moments].entries()) {
        const at = time.startsWith('T24') ? new Date(`${first}${time.replace('T24', 'T00')}`) : new Date(eve + time);
        const operation = `M${index}`;
        await own.book({ amount: amounts[index]!, day: eve, at, receipt: operation });
        // The provider books on its own calendar.
        lines.push({ operation, amount: amounts[index]!, day: index < 2 ? eve : first });
      }
      await own.statement(lines, [eve, '2026-11-02']);
      await own.reconcile();
    }
  });

  it('end at midnight at the rail, for both sides at the same moment', async () => {
    const seen = [];
    for (const { rail } of rails) {
      const one = await close(rail, eve);
      const two = await close(rail, first);
      seen.push([one.cut_at, one.there.closing, one.here.closing, one.explained.length]);
      seen.push([two.cut_at, two.there.closing, two.here.closing, two.explained.length]);
    }
    assert.deepEqual(seen, [
      ['2026-09-30T21:00:00.000Z', 21, 21, 0],
      ['2026-10-01T21:00:00.000Z', 4_321, 4_321, 0],
      ['2026-10-01T00:00:00.000Z', 21, 21, 0],
      ['2026-10-02T00:00:00.000Z', 4_321, 4_321, 0],
    ]);
  });

  it('cut entries by the same moment as balances, in each zone and on each day', async () => {
    // The day of an entry is that of copy-entries.ts, the cut that of read-figures.ts.
    const [{ n, wrong }] = await run(`
      WITH m AS (
        SELECT z.zone, at, (at AT TIME ZONE z.zone)::date AS day
        FROM generate_series('2025-12-30'::timestamptz, '2027-01-02', interval '15 minutes') at,
             unnest(ARRAY['Africa/Nairobi', 'Africa/Dakar', 'Africa/Cairo', 'Africa/Casablanca', 'Africa/Lagos',
                          'America/Port-au-Prince', 'Europe/Lisbon', 'Europe/Paris', 'America/Mexico_City']) z (zone))
      SELECT count(*)::int AS n,
             count(*) FILTER (WHERE NOT (at < (day + 1)::timestamp AT TIME ZONE zone
               AND at >= day::timestamp AT TIME ZONE zone))::int AS wrong
      FROM m`);
    assert.deepEqual([n > 300_000, wrong], [true, 0]);
  });

  it('keep their time zone after the first close; before it, open entries follow a new one', async () => {
    await assert.rejects(setZone('dakar', 'Africa/Nairobi'), /time_zone: cannot change after the first closed day/);
    const own = await openProviderBooks(service, { rail: 'moved', time_zone: 'Africa/Dakar' });
    await own.book({ amount: 9n, day: eve, at: new Date(`${eve}T21:30:00Z`), receipt: 'M' });
    await own.statement([{ operation: 'M', amount: 9n, day: first }], [eve, first]);
    await own.reconcile();
    await setZone('moved', 'Africa/Nairobi');
    await own.reconcile();
    const closing = async (day: string) => (await close('moved', day)).here.closing;
    assert.deepEqual([await closing(eve), await closing(first)], [0, 9]);
  });
});

describe('a new time zone', () => {
  /** Runs `change` in a transaction that commits once `other` waits for it. @returns the outcome of `other` */
  async function meanwhile(change: (tx: Tx) => Promise<unknown>, other: () => Promise<unknown>): Promise<unknown> {
    let outcome: Promise<unknown> = Promise.resolve();
    // The service's role does not see what its own sessions wait for.
    const client = new pg.Client({ connectionString: service.url });
    await client.connect();
    await transaction(service.db, async (tx) => {
      await change(tx);
      outcome = other();
      outcome.catch(() => {});
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until(async () => (await client.query(waiting)).rowCount! > 0);
    }).finally(() => client.end());
    return outcome;
  }
  const to = (slug: string, tx: Tx) => setZoneIn(tx, slug, 'Africa/Nairobi');
  const dayOf = async (rail: string) =>
    (await run('SELECT booked_on::text AS day FROM rail_entries WHERE rail = $1', [rail])).map(({ day }) => day);

  it('moves open entries, and counts for those that are copied meanwhile', async () => {
    const own = await openProviderBooks(service, { rail: 'racing', time_zone: 'Africa/Dakar' });
    await own.book({ amount: 9n, day: eve, at: new Date(`${eve}T21:30:00Z`), receipt: 'M' });
    await meanwhile(
      (tx) => to('racing', tx),
      () => copyEntries(service.db, own.rail),
    );
    assert.deepEqual(await dayOf('racing'), [first]);

    const open = await openProviderBooks(service, { rail: 'opened', time_zone: 'Africa/Dakar' });
    await open.book({ amount: 9n, day: eve, at: new Date(`${eve}T21:30:00Z`), receipt: 'N' });
    await open.statement([], [eve, first]);
    await open.reconcile();
    await setZone('opened', 'Africa/Nairobi');
    assert.deepEqual(await run(`SELECT side, day::text AS day FROM open_items WHERE rail = 'opened'`), [
      { side: 'here', day: first },
    ]);
  });

  it('is refused if a day is closed meanwhile', async () => {
    await openProviderBooks(service, { rail: 'closing', time_zone: 'Africa/Dakar' });
    const closed = `UPDATE reconciled_rails SET closed_to = $2::date WHERE rail = $1`;
    const changed = meanwhile(
      (tx) => tx.query({ name: 'zones_closed', text: closed }, ['closing', eve]),
      () => setZone('closing', 'Africa/Nairobi'),
    );
    await assert.rejects(changed, /cannot change after the first closed day/);
  });
});

describe('a month', () => {
  const closes: any[] = [];

  it('is refused while a day is open, and while a close is not reviewed', async () => {
    assert.match((await month('nairobi', '2026-10')).body.error.message, /The month ends when 2026-10-31 is closed/);
    const own = books.get('nairobi')!;
    await own.book({ kind: 'payout', amount: -50n, day: '2026-10-20', receipt: 'OUT' });
    // 23:30 on the last day of October in Nairobi, and half an hour after midnight.
    await own.book({ amount: 6n, day: last, at: new Date(`${last}T20:30:00Z`), receipt: 'IN' });
    await own.book({ amount: 8n, day: last, at: new Date(`${last}T21:30:00Z`), receipt: 'NEXT' });
    await own.statement(
      [
        { operation: 'OUT', amount: -50n, fee: 2n, day: '2026-10-20' },
        { operation: 'IN', amount: 6n, day: last },
        { operation: 'NEXT', amount: 8n, day: '2026-11-01' },
      ],
      [first, '2026-11-02'],
    );
    await own.reconcile();
    for (let day = 2; day <= 31; day++) {
      if (day === 31) {
        const open = await month('nairobi', '2026-10');
        assert.deepEqual([open.status, open.body.error.code], [409, 'close_not_ready']);
      }
      await close('nairobi', `2026-10-${String(day).padStart(2, '0')}`);
    }
    closes.push(...(await run(`SELECT id, day::text AS day FROM closes WHERE rail = 'nairobi' ORDER BY day`)));
    const pending = closes.filter(({ day }) => day !== '2026-10-12');
    for (const { id } of pending) await review(id);
    const unreviewed = await month('nairobi', '2026-10');
    assert.match(unreviewed.body.error.message, /The close of 2026-10-12 is not reviewed yet/);
    await review(closes.find(({ day }) => day === '2026-10-12').id);
  });

  it('has the sums of its days, by the calendar of the rail', async () => {
    const { status, body } = await month('nairobi', '2026-10');
    assert.equal(status, 200);
    assert.deepEqual([body.from, body.to, body.days], [first, last, 31]);
    assert.deepEqual(
      body.closes,
      closes.filter(({ day }) => day >= first).map(({ id }) => id),
    );
    assert.deepEqual([body.there.opening, body.there.closing], [21, 4_321 - 50 - 2 + 6]);
    assert.deepEqual([body.here.opening, body.here.closing], [21, 4_321 - 50 + 6]);
    assert.deepEqual(
      body.there.movements.map(({ kind, count, sum, fees }: any) => [kind, count, sum, fees]),
      [
        ['collection', 3, 4_306, 0],
        ['payout', 1, -50, 2],
      ],
    );
    assert.deepEqual(body.explained, [{ kind: 'charges', count: 1, amount: -2 }]);
    assert.equal(body.difference, -2);
    const september = (await month('nairobi', '2026-09')).body;
    assert.deepEqual([september.from, september.to, september.days], [eve, eve, 1]);
    assert.deepEqual([september.there.opening, september.there.closing], [0, 21]);
  });

  it('has a PDF and a CSV file with their signatures', async () => {
    const file = async (name: string, of = '2026-10') => {
      const path = `${service.base}/api/v1/operator/closes/month/files/${name}?rail=nairobi&month=${of}`;
      const reply = await fetch(path, { headers: { authorization: `Bearer ${maker.token}` } });
      return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) };
    };
    const text = async (name: string) => Buffer.from((await file(name)).bytes).toString();
    for (const format of ['pdf', 'csv'])
      await verifyDocument(service.base, (await file(`month.${format}`)).bytes, await text(`month.${format}.jws`));
    const rows = (await text('month.csv')).split('\r\n');
    for (const row of ['there,opening,,0.21,,,,', 'there,closing,,42.75,,,,', 'here,closing,,42.77,,,,'])
      assert.ok(rows.includes(row), rows.join('\n'));
    assert.ok(rows.includes('difference,there - here,,-0.02,,,,'));
    assert.equal(rows.filter((row) => row.startsWith('day,')).length, 31);
    assert.match(await readPdf((await file('month.pdf')).bytes), /Monthly close 2026-10, nairobi.*2026-10-31/s);
    assert.equal((await file('month.pdf', '2026-11')).status, 409);
  });

  it('is not of a rail without closes, nor of a month that has not begun', async () => {
    await openProviderBooks(service, { rail: 'lagos' });
    for (const [rail, of] of [
      ['lagos', '2026-10'],
      ['nairobi', '2026-08'],
      ['nairobi', '2099-01'],
    ] as const) {
      assert.equal((await month(rail, of)).body.error.code, 'close_not_ready', `${rail} ${of}`);
    }
    assert.equal((await month('nothing', '2026-10')).status, 404);
    assert.equal((await month('nairobi', '2026-13')).status, 400);
  });
});
