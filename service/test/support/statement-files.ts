import assert from 'node:assert/strict';
import { type TestService, until } from './harness.ts';
import type { TestPerson } from './person.ts';

export type RailSettings = {
  readonly rail: string;
  readonly layout?: string;
  readonly currency?: string;
  readonly account?: string | null;
  readonly zone?: string;
};

/** A rail whose statements are imported. */
export async function reconcileRail(service: TestService, settings: RailSettings): Promise<void> {
  const { rail, layout = 'bank-csv', currency = 'KES', account = null, zone = 'Africa/Nairobi' } = settings;
  const text = `
    INSERT INTO reconciled_rails (rail, livemode, currency, layout, account, time_zone)
    VALUES ($1, false, $2, $3, $4, $5)`;
  await service.db.query({ name: 'test_reconcile_rail', text }, [rail, currency, layout, account, zone]);
}

/** A bank's CSV file: `date,reference id,description,credit,debit[,balance]` in each row. */
export const bankFile = (rows: readonly string[], { labels = [] as readonly string[], balance = false } = {}): string =>
  [...labels, `Date,Bank reference,Description,Credit,Debit${balance ? ',Balance' : ''}`, ...rows, ''].join('\n');

export const sendFile = (operator: TestPerson, rail: string, name: string, body: string | Uint8Array) =>
  operator.call('POST', `/operator/statement_files?rail=${rail}&name=${encodeURIComponent(name)}`, body, {
    'content-type': 'text/csv',
  });

/** Sends a file and waits until it is imported or refused. @returns the file */
export async function importFile(operator: TestPerson, rail: string, name: string, body: string | Uint8Array) {
  const sent = await sendFile(operator, rail, name, body);
  assert.equal(sent.status, 202, sent.text);
  return finished(operator, sent.body.id);
}

export const finished = (operator: TestPerson, id: string): Promise<any> =>
  until(async () => {
    const { body } = await operator.call('GET', `/operator/statement_files/${id}`);
    return body.finished_at === null ? null : body;
  });

/** Lines of imported files, as operators see them. */
export async function linesOf(service: TestService, rail: string): Promise<Record<string, any>[]> {
  const text = `
    SELECT l.operation, l.key, l.occurrence, l.amount::int AS amount, l.fee::int AS fee, l.booked_on::text AS booked_on,
           l.accounted_on::text AS accounted_on, l.state, f.status, f.name
    FROM statement_lines l JOIN statement_files f ON f.id = l.file WHERE l.rail = $1 ORDER BY l.booked_on, l.id`;
  return service.db.query({ name: 'test_lines', text }, [rail]);
}
