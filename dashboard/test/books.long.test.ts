import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes, until } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import { giveToWallet } from './give-to-wallet.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';
import { openStatements } from './statements.ts';

let shop: Shop;
let office: Office;
let books: Awaited<ReturnType<typeof openStatements>>;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
  books = await openStatements(shop.service);
});
after(() => shop.stop());

const day = '2026-10-01';
const results = async () => (await books.items()).map(({ side, result, amount }) => `${side} ${result} ${amount}`);
/** Opens the case of the kind whose page shows this text. */
async function openCase(page: Page, kind: string, text: string): Promise<void> {
  const { data } = (await office.admin.call('GET', `/operator/cases?status=open&kind=${kind}&rail=mpesa-ke`)).body;
  for (const { id } of data) {
    await page.goto(`/dashboard/operator/cases/${id}`);
    await page.getByRole('heading', { name: 'The difference' }).waitFor();
    if ((await page.getByText(text, { exact: true }).count()) > 0) return;
  }
  assert.fail(`no case shows ${text}`);
}
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Requests the difference as `decision`, and has another operator approve it in their own browser. */
async function resolve(page: Page, decision: string): Promise<void> {
  await page.getByRole('button', { name: 'Book the difference' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: decision }).click();
  assert.equal((await violations(page)).join('\n'), '');
  await dialog.getByLabel('Reason').fill('the provider confirmed it');
  await dialogButton(page, 'Request approval').click();
  await page.waitForURL(/approvals\/apr_/);
  const other = await office.open(office.admin);
  await other.page.goto(page.url());
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialogButton(other.page, 'Approve').click();
  await other.page.getByText('Approved', { exact: true }).waitFor();
  assert.equal(other.complaints.join('\n'), '');
  await other.close();
}

test('an operator matches, resolves and postpones exceptions, and the rail ties', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/reconciliation');
  const row = page.getByRole('row').filter({ hasText: 'mpesa-ke' });
  await row.getByText('Does not tie').waitFor();
  await row.getByRole('link', { name: 'Missing in the books: 2' }).click();
  await page.getByRole('row').nth(2).waitFor();

  await openCase(page, 'missing_here', 'TJA0000007');
  await page.getByRole('button', { name: 'Match', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('the receipt was replaced');
  assert.equal((await violations(page)).join('\n'), '');
  await dialogButton(page, 'Match').click();
  await page.getByText('Closed', { exact: true }).waitFor();

  await openCase(page, 'missing_there', 'KES 645.00');
  await page.getByRole('button', { name: 'Mark as timing' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('the provider books it on Monday');
  await dialogButton(page, 'Mark as timing').click();
  await page.getByText('Closed', { exact: true }).waitFor();

  await openCase(page, 'amount_differs', 'TJA0000003');
  await page.getByText('The provider has less than the books:').waitFor();
  await resolve(page, 'Write off');
  await openCase(page, 'missing_here', 'TJA0000008');
  const path = page.url();
  await resolve(page, 'To suspense');
  await page.goto(path);
  await giveToWallet(page, shop);
  assert.deepEqual(await results(), ['here waiting 64500']);

  await page.goto('/dashboard/operator/reconciliation/mpesa-ke');
  await page.getByText('Ties', { exact: true }).waitFor();
  await page.getByText('Within the normal delay: 1').waitFor();
  const run = page.waitForResponse('**/reconciliation/mpesa-ke/run');
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  assert.equal((await run).status(), 202);
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a statement is imported with its progress, and a bad line is named', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/statements');
  const dialog = page.getByRole('dialog');
  const upload = async (name: string, rows: readonly string[]) => {
    await page.getByRole('button', { name: 'Upload a statement' }).click();
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    const head = 'Date,Bank reference,Description,Credit,Debit';
    const buffer = Buffer.from([head, ...rows, ''].join('\n'));
    await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer });
    await dialog.getByText(name).waitFor();
    assert.equal((await violations(page)).join('\n'), '');
    await dialogButton(page, 'Import').click();
    await page.waitForURL(/statements\/stf_/);
  };
  await upload('wrong.csv', ['2026-10-05,TJB1,rent,12.345,']);
  await page.getByRole('main').getByText('Refused', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Problems by line' }).waitFor();
  await page.getByRole('cell', { name: /row 2: Credit .*12\.345/ }).waitFor();
  assert.equal((await violations(page)).join('\n'), '');
  await page.goto('/dashboard/operator/statements');
  await upload('october.csv', ['2026-10-05,TJB1,rent,12.34,', '2026-10-05,TJB2,salary,,5.00']);
  // The link to the lines appears once the file is imported.
  const lines = page.getByRole('main').getByRole('link', { name: 'Statement lines' });
  await lines.waitFor();
  await page.getByRole('main').getByText('Imported', { exact: true }).first().waitFor();
  await lines.click();
  await page.getByRole('row').filter({ hasText: 'TJB1' }).getByText('12.34').waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a copied layout is changed in a form beside the first rows of a file, and saved with a new name', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/statement_layouts');
  const row = page.getByRole('row').filter({ hasText: 'bank-csv' });
  await row.getByRole('button', { name: 'Try or copy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the copy').fill('bank-of-mombasa');
  const chosen = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Show the first rows of a file' }).click();
  const rows = ['Buchung;Ref;Soll;Haben', '05.10.2026;TJC1;;1.234,50', '06.10.2026;TJC2;7,00;', ''];
  await (await chosen).setFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  // The header of the copied layout is not in this file.
  await dialog.getByRole('cell', { name: /header/ }).waitFor();
  const choose = async (name: string, option: string) => {
    await dialog.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Column separator', 'Semicolon');
  await choose('Decimal separator', 'Comma');
  await choose('Thousands separator', 'Point');
  await dialog.getByLabel('Date format').fill('dd.MM.yyyy');
  await dialog.getByLabel('Currency, if no column has it').fill('KES');
  const columns: Record<string, string> = { Day: 'Buchung', 'Money in': 'Haben | Credit', 'Money out': 'Soll' };
  for (const name of [
    'Time',
    'Amount',
    'Charge',
    'Currency',
    'Our id',
    'Reference',
    'Kind',
    'Phone',
    'State',
    'Balance',
  ]) {
    await dialog.getByRole('group', { name: 'Columns' }).getByLabel(name, { exact: true }).fill('');
  }
  for (const [name, text] of Object.entries({ ...columns, 'Provider’s id': 'Ref' })) {
    await dialog.getByRole('group', { name: 'Columns' }).getByLabel(name, { exact: true }).fill(text);
  }
  await dialog.getByRole('cell', { name: 'TJC2' }).waitFor();
  await dialog.getByRole('row').filter({ hasText: 'TJC1' }).getByText('1,234.50').waitFor();
  await dialog.getByRole('row').filter({ hasText: 'TJC2' }).getByText('7.00').waitFor();
  assert.equal((await violations(page)).join('\n'), '');

  await dialog.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = dialog.getByLabel('Definition (JSON)');
  assert.match(await json.inputValue(), /"decimal": ","/);
  await json.fill((await json.inputValue()).replace('"UTC"', '"Africa/Kampala"'));
  await dialog.getByRole('button', { name: 'Edit as a form' }).click();
  assert.equal(await dialog.getByLabel('Time zone').inputValue(), 'Africa/Kampala');
  await dialogButton(page, 'Save the copy').click();
  await page.getByRole('cell', { name: 'bank-of-mombasa' }).waitFor();
  const { data } = (await office.admin.call('GET', '/operator/statement_layouts')).body;
  const { layout } = data.find(({ name }: { name: string }) => name === 'bank-of-mombasa');
  assert.deepEqual(
    [layout.delimiter, layout.decimal, layout.group, layout.date_format, layout.columns, layout.time_zone],
    [
      ...[';', ',', '.', 'dd.MM.yyyy'],
      { date: 'Buchung', operation: 'Ref', credit: ['Haben', 'Credit'], debit: 'Soll' },
      'Africa/Kampala',
    ],
  );
  // A preview between two changes may find the decimal sign equal to the thousands separator.
  assert.equal(complaints.filter((one) => !/400 \(Bad Request\).*preview/.test(one)).join('\n'), '');
  await close();
});

test('an operator undoes a match with a reason', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto(`/dashboard/operator/statement_lines?file=${books.file}`);
  const line = page.getByRole('row').filter({ hasText: 'TJA0000001' });
  await line.getByText('Matched').waitFor();
  await line.getByRole('button', { name: 'Undo the match' }).click();
  await dialogButton(page, 'Undo the match').click();
  await page.getByText('Give a reason. It is written to the audit log.').waitFor();
  await page.getByRole('dialog').getByLabel('Reason').fill('the wrong payment');
  await dialogButton(page, 'Undo the match').click();
  await line.getByRole('link', { name: 'Open' }).waitFor();
  assert.ok((await results()).includes('there waiting 250000'));
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a rule is added, tried without effect, and enabled', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/matching_rules');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Amount and time');
  await dialog.getByLabel('The phones must be equal').uncheck();
  assert.equal((await violations(page)).join('\n'), '');
  await dialogButton(page, 'Add a rule').click();
  const row = page.getByRole('row').filter({ hasText: 'Amount and time' });
  await row.getByText('Disabled').waitFor();
  const before = await results();
  await row.getByRole('button', { name: 'Try' }).click();
  await page.getByText('Nothing changes.').waitFor();
  await dialog.getByText('Lines with several candidates').waitFor();
  assert.deepEqual(await results(), before);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Enable' }).click();
  await dialogButton(page, 'Enable').click();
  await row.getByText('Enabled').waitFor();
  const enabled = async () => (await office.admin.call('GET', '/operator/matching_rules')).body.data.at(-1).enabled;
  await becomes(enabled, true);
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a rail is added with its settings', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/reconciliation');
  await page.getByRole('button', { name: 'Add a rail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Rail' }).waitFor();
  await dialog.getByRole('combobox', { name: 'Layout' }).click();
  await page.getByRole('option', { name: 'mtn-momo-example' }).click();
  await dialog.getByLabel('Account').fill('600999');
  await dialog.getByLabel('Normal delay').fill('3');
  assert.equal((await violations(page)).join('\n'), '');
  await dialogButton(page, 'Add a rail').click();
  await page.getByRole('link', { name: office.rail }).click();
  await page.getByText('3 days').waitFor();
  await page.getByText('600999').waitFor();
  await page.getByText('Africa/Abidjan').waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('one operator closes a day, and another reviews it and downloads the documents', async () => {
  // The service copies the entries of the earlier tests within minutes.
  await books.reconcile();
  const one = await office.open(office.finance);
  await one.page.goto('/dashboard/operator/closes');
  await one.page.getByRole('link', { name: 'mpesa-ke' }).click();
  await one.page.getByLabel('Day').fill('2026-10-03');
  await one.page.getByText(/Days close in order/).waitFor();
  assert.equal(await one.page.getByRole('button', { name: 'Close the day' }).count(), 0);
  await one.page.getByLabel('Day').fill(day);
  await one.page.getByText('Open items explain the whole difference:').waitFor();
  assert.equal((await violations(one.page)).join('\n'), '');
  await one.page.getByRole('button', { name: 'Close the day' }).click();
  await dialogButton(one.page, 'Close the day').click();
  await one.page.waitForURL(/closes\/cls_/);
  await one.page.getByText('You closed this day. Another operator must review it.').waitFor();
  assert.equal((await violations(one.page)).join('\n'), '');

  const other = await office.open(office.admin);
  await other.page.goto(one.page.url());
  await other.page.getByRole('button', { name: 'Review' }).click();
  await dialogButton(other.page, 'Review').click();
  await other.page.getByText('Reviewed', { exact: true }).first().waitFor();
  await other.page.getByRole('button', { name: 'Download' }).click();
  const file = other.page.waitForEvent('download');
  await other.page.getByRole('menuitem', { name: 'PDF', exact: true }).click();
  assert.equal((await file).suggestedFilename(), `mpesa-ke-${day}-close.pdf`);
  for (const { complaints, close } of [one, other]) {
    assert.equal(complaints.join('\n'), '');
    await close();
  }
});

test('a gap below the money owed is shown with its alarm, and the report with its seal', async () => {
  await books.owe(90_000_000n, '2026-10-02');
  // A rail that was never closed holds the comparison back. The first closed day of the bank is a later one.
  await shop.service.db.query(
    { name: 'books_drop_rail', text: `DELETE FROM reconciled_rails WHERE rail = 'mtn-ci'` },
    [],
  );
  await until(async () => {
    const reply = await office.finance.call('POST', '/operator/closes', { rail: 'bank-ke', day: '2026-10-05' });
    return reply.status === 201;
  });
  await office.finance.call('POST', '/operator/closes', { rail: 'mpesa-ke', day: '2026-10-02' });
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/safeguarding/2026-10-02');
  await page.getByRole('heading', { name: 'Not reviewed yet' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Download' }).count(), 0);
  assert.equal((await violations(page)).join('\n'), '');
  // The first batch of the ledger is sealed only after a minute.
  const batch = `
    INSERT INTO seals (number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, marks, previous, hash)
    SELECT 1, '0', 'wal_x', 1, 1, 1, now(), '\\x', '\\x', '\\x', decode(repeat('ab', 32), 'hex')
    WHERE NOT EXISTS (SELECT FROM seals)`;
  await shop.service.db.query({ name: 'books_seal', text: batch }, []);
  const { data } = (await office.admin.call('GET', '/operator/closes?rail=mpesa-ke&status=closed')).body;
  for (const { id } of data) await office.admin.call('POST', `/operator/closes/${id}/review`);

  await page.reload();
  const alarm = page.getByRole('alert').filter({ hasText: 'More is owed than held' });
  const row = page.getByRole('row').filter({ hasText: 'KES' });
  await row.getByText('Gap', { exact: true }).waitFor();
  await row.getByText('900,000.00', { exact: false }).first().waitFor();
  assert.equal((await violations(page)).join('\n'), '');
  const { body } = await office.admin.call('GET', '/operator/safeguarding?day=2026-10-02');
  assert.ok(body.data[0].gap > 0);
  await page.getByText('Report for the regulator · Test').waitFor();
  await page.getByText(body.seals[0].hash, { exact: true }).waitFor();
  for (const [name, saved] of [
    ['PDF', 'report.pdf'],
    ['Signature of the CSV', 'report.csv.jws'],
  ] as const) {
    await page.getByRole('button', { name: 'Download' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name, exact: true }).click();
    assert.equal((await file).suggestedFilename(), `safeguarding-test-2026-10-02-${saved}`);
  }
  // This day waited for the bank until its first close.
  await page.getByLabel('Day').fill(day);
  await page.getByText('Covered', { exact: true }).waitFor();
  await page.getByLabel('Day').fill('2026-10-02');
  await alarm.getByRole('link', { name: 'Open cases about a gap' }).click();
  await page.waitForURL(/cases\?.*safeguarding_gap/);
  await page.getByRole('row').nth(1).waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a month is shown once each of its days is closed and reviewed', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/closes');
  await page.getByRole('link', { name: 'Closed months' }).click();
  await page.goto('/dashboard/operator/closed_months/mpesa-ke/2026-10');
  await page.getByText('The month ends when 2026-10-31 is closed.').waitFor();
  assert.equal((await violations(page)).join('\n'), '');
  await books.statement([], ['2026-10-05', '2026-10-31']);
  await books.reconcile();
  for (let number = 3; number <= 31; number++) {
    const body = { rail: 'mpesa-ke', day: `2026-10-${String(number).padStart(2, '0')}` };
    const closed = await office.finance.call('POST', '/operator/closes', body);
    assert.equal(closed.status, 201, closed.text);
    await office.admin.call('POST', `/operator/closes/${closed.body.id}/review`);
  }
  // The service refuses a month whose days lack, so the page reads again.
  await page.reload();
  await page.getByRole('heading', { name: 'Both sides of the day' }).waitFor();
  await page.getByRole('row').filter({ hasText: '31 Oct 2026' }).waitFor();
  assert.equal(await page.getByRole('row').filter({ hasText: 'Oct 2026' }).count(), 31);
  assert.equal((await violations(page)).join('\n'), '');
  await page.getByLabel('Month (YYYY-MM)').fill('2026-09');
  await page.getByText('The month is not ready').waitFor();
  // The browser itself reports each answer of 409.
  assert.equal(complaints.filter((one) => !/409 \(Conflict\).*closes\/month/.test(one)).join('\n'), '');
  await close();
});

test('the bytes of a statement file are downloaded as they came', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  const { data } = (await office.admin.call('GET', '/operator/statement_files?rail=bank-ke&status=imported')).body;
  await page.goto(`/dashboard/operator/statements/${data[0].id}`);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).click();
  assert.equal((await file).suggestedFilename(), 'october.csv');
  assert.match(await text(await (await file).createReadStream()), /2026-10-05,TJB1,rent,12\.34,/);
  assert.equal(complaints.join('\n'), '');
  await close();
});
