import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes, until } from '../../service/test/support/harness.ts';
import { type MadeCell, makeXlsx } from '../../service/test/support/make-xlsx.ts';
import { violations } from './axe.ts';
import { inTurn } from './readers.ts';
import { openShop, type Shop } from './shop.ts';

/** The directory for pictures, for people who look at them. */
const pictures = process.env.RIALTO_PICTURES;

let shop: Shop;
before(async () => {
  shop = await openShop(undefined, { PAYOUT_PENDING_SECONDS: '0' });
});
after(() => shop.stop());

const screens = [
  { language: 'en', locale: 'en-GB', viewport: { width: 1440, height: 900 } },
  { language: 'fr', locale: 'fr-FR', viewport: { width: 360, height: 740 } },
] as const;

type Values = Readonly<Record<string, string | number>>;
/** The page's own text of a key, in its language. */
function sayIn(language: string): (key: string, values?: Values) => string {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../src/texts/${language}/${name}.json`), 'utf8'));
  return (key, values = {}) => {
    const [file, ...path] = key.split('.');
    const found = path.reduce((node, part) => node[part], read(file!)) as string;
    return found.replace(/{{(\w+)}}/g, (_, name) => String(values[name] ?? `{{${name}}}`));
  };
}

/** axe in both schemes, and no sideways scroll. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
  }
  const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  assert.equal(wide, false, `${name} scrolls sideways`);
  const width = page.viewportSize()!.width;
  if (pictures) await page.screenshot({ path: join(pictures, `p-payroll-${name}-${width}.png`), fullPage: true });
}

const workbook = (name: string, rows: readonly (readonly MadeCell[])[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: makeXlsx(rows),
});
/** As somebody keeps it in a spreadsheet: a title, own headings, phones without a code, amounts with signs. */
const salaries = (last: string) => [
  ['Boulangerie du Port: salaires'],
  ['Téléphone', 'Montant', 'Nom et prénoms', 'Matricule', 'Service'],
  [`77 000 02 0${last}`, '30 000 F', 'Awa Ndiaye', 'emp-1', 'Four'],
  [{ n: `7.7000021${last}E8` }, { n: '25000' }, 'Moussa Ba', 'emp-2', 'Caisse'],
  ['77 000 00 11', '28.500', 'Fatou Sow', 'emp-3', 'Caisse'],
  [`+221 77 000 02 0${last}`, { n: '5000' }, 'Awa Ndiaye', 'emp-4', 'Prime'],
  [`77 000 02 3${last}`, { n: '0' }, 'Ousmane Fall', 'emp-5', 'Four'],
];

for (const { language, locale, viewport } of inTurn(screens)) {
  const say = sayIn(language);
  const width = viewport.width;
  const last = language === 'en' ? '2' : '3';

  test(`${width} px, ${language}: salaries of a workbook are paid, and a failed one again`, async (t) => {
    const { page, complaints, close } = await shop.open({ locale, viewport });
    t.after(close);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(shop.at('/payouts/new'));
    await page.getByText(say('payroll.newAdvice')).waitFor();
    await look(page, 'choose');
    const file = `mars-${language}.xlsx`;
    await page.locator('input[type=file]').setInputFiles(workbook(file, salaries(last)));

    await page.getByText(say('payroll.map.title')).waitFor();
    await look(page, 'columns');
    await press(say('payroll.map.use'));

    await page.getByText(say('payroll.noCode_other', { count: 4 })).waitFor();
    await page.getByText(say('payroll.repeats')).waitFor({ state: 'hidden' });
    await look(page, 'questions');
    await press(say('payroll.leaveOut'));
    await press(say('payroll.addCode_other', { code: '+221', count: 3 }));
    await page.getByText(say('payroll.repeats')).waitFor();
    await press(say('payroll.readSo_other', { count: 2 }));
    await page.getByRole('button', { name: say('payroll.pay', { count: 4 }) }).waitFor();
    await look(page, 'preview');
    await press(say('payroll.pay', { count: 4 }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/88[\s,]500/).waitFor();
    await look(page, 'pay');
    await dialog.getByRole('button', { name: say('payroll.pay', { count: 4 }) }).click();

    const money = (amount: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'XOF', currencyDisplay: 'narrowSymbol' }).format(
        amount,
      );
    const headline = page.getByRole('status').filter({ hasText: money(60_000) });
    await headline.getByText(say('payroll.outcome.paid_other', { count: 3, amount: money(60_000) })).waitFor();
    await headline.getByText(say('payroll.outcome.failed_one', { count: 1, amount: money(28_500) })).waitFor();
    await page.getByRole('link', { name: say('payroll.again.pay_one') }).waitFor();
    await look(page, 'result');
    const first = page.url();

    await page.getByRole('link', { name: say('payroll.again.pay_one') }).click();
    const line = page.getByRole('group');
    await line.getByText(say('payroll.again.why', { why: say('record.failure.recipient_not_found') })).waitFor();
    await look(page, 'again');
    await line.getByLabel(say('payouts.column.recipient')).fill(`+22177000023${last}`);
    await press(say('payroll.pay', { count: 1 }));
    await dialog.getByRole('button', { name: say('payroll.pay', { count: 1 }) }).click();
    await page.getByText(say('payroll.outcome.paid_one', { count: 1, amount: money(28_500) })).waitFor();
    await page.goto(first);
    const reference = `mars-${language}-again`;
    await page.getByRole('link', { name: say('payroll.again.was', { name: reference }) }).waitFor();
    assert.equal(await page.getByRole('link', { name: say('payroll.again.pay_one') }).count(), 0);
    assert.equal((await shop.merchant.call('GET', `/payouts?reference=${reference}`)).body.data.length, 1);

    // The columns are known in the next file.
    await page.goto(shop.at('/payouts/new'));
    await page.locator('input[type=file]').setInputFiles(workbook('avril.xlsx', salaries('4')));
    await page.getByText(say('payroll.noCode_other', { count: 4 })).waitFor();
    assert.deepEqual(complaints, []);
  });
}

for (const { language, locale, viewport } of inTurn(screens)) {
  const say = sayIn(language);
  const width = viewport.width;
  const last = language === 'en' ? '2' : '3';

  test(`${width} px, ${language}: a payout is scheduled for each month, approved, and made`, async (t) => {
    const { page, complaints, close } = await shop.open({ locale, viewport });
    t.after(close);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await page.goto(shop.at('/schedules'));
    await page.getByText(say('payroll.schedules')).first().waitFor();
    await look(page, 'schedules');
    await page.goto(shop.at('/payouts/new'));
    const rows = `recipient,amount,name\n+22177000024${last},40000,Awa Ndiaye\n`;
    const csv = { name: `loyer-${language}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.locator('input[type=file]').setInputFiles(csv);
    await press(say('payroll.schedule.later'));
    await dialog.getByLabel(say('payroll.schedule.first')).fill('2036-01-31');
    await look(page, 'schedule-form');
    await dialog.getByRole('button', { name: say('payroll.schedule.save') }).click();

    await page.getByText(say('payroll.schedule.waits')).waitFor();
    await look(page, 'schedule');
    await press(say('payroll.approve'));
    await dialog.getByText(say('payroll.schedule.threshold')).waitFor();
    await look(page, 'approve-schedule');
    await dialog.getByRole('button', { name: say('payroll.approve'), exact: true }).click();
    await page.getByText(say('payroll.statusOf.active'), { exact: true }).waitFor();
    await page.getByRole('button', { name: say('payroll.schedule.pause') }).waitFor();

    // The day comes.
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await shop.service.db.pool.query(
      `UPDATE payout_schedules SET run_at = now() - interval '1 s', due_at = now(), noticed = true WHERE id = $1`,
      [id],
    );
    shop.service.db.node.wake('schedules');
    await until(async () => (await shop.merchant.call('GET', `/schedules/${id}`)).body.last_run);
    await page.getByText(say('payroll.schedule.last')).waitFor();
    await look(page, 'schedule-made');

    await page.getByRole('link', { name: say('payroll.schedule.changePeople') }).click();
    await page.getByRole('button', { name: say('payroll.addPerson') }).click();
    const line = page.getByRole('group');
    await line.getByLabel(say('payouts.column.name')).fill('Moussa Ba');
    await line.getByLabel(say('payouts.column.recipient')).fill('+221770000250');
    await line.getByLabel(say('payouts.column.amount')).fill('10000');
    await look(page, 'schedule-people');
    await press(say('payroll.schedule.save'));
    await dialog.getByRole('button', { name: say('payroll.schedule.save') }).click();
    await page.getByText(say('payroll.schedule.waits')).waitFor();
    await becomes(async () => (await shop.merchant.call('GET', `/schedules/${id}`)).body.totals, {
      count: 2,
      amount: 50_000,
    });
    await press(say('payroll.schedule.end'));
    await dialog.getByRole('button', { name: say('payroll.schedule.end'), exact: true }).click();
    await page.getByText(say('payroll.statusOf.ended'), { exact: true }).waitFor();
    assert.deepEqual(complaints, []);
  });
}

for (const { language, locale, viewport } of inTurn(screens)) {
  const say = sayIn(language);

  test(`${viewport.width} px, ${language}: a transfer is scheduled by a rule and skipped once`, async (t) => {
    const { page, complaints, close } = await shop.open({ locale, viewport });
    t.after(close);
    const dialog = page.getByRole('dialog');
    const press = (name: string, at: Pick<typeof page, 'getByRole'> = page) =>
      at.getByRole('button', { name, exact: true }).click();
    const savings = (await shop.merchant.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    await page.goto(shop.at('/schedules'));
    await press(say('payroll.schedule.transfer'));
    await dialog.getByLabel(say('payouts.column.name')).fill(`Reserve ${language}`);
    await dialog.getByLabel(say('transfers.to')).fill(savings);
    await dialog.getByLabel(say('record.amount')).fill('500');
    await dialog.getByLabel(say('payroll.schedule.interval')).click();
    await page.getByRole('option', { name: say('payroll.intervalOf.rule') }).click();
    await dialog.getByLabel(say('payroll.schedule.rule')).fill('FREQ=YEARLY');
    await dialog.getByLabel(say('payroll.schedule.first')).fill('2036-01-31');
    await press(say('payroll.schedule.save'), dialog);
    await dialog.locator('[aria-invalid=true]').waitFor();
    await look(page, 'transfer-schedule-fault');
    await dialog.getByLabel(say('payroll.schedule.rule')).fill('FREQ=MONTHLY;BYMONTHDAY=-1');
    await look(page, 'transfer-schedule-form');
    await press(say('payroll.schedule.save'), dialog);
    await page.getByText(say('payroll.schedule.waitsToMove')).waitFor();
    await look(page, 'transfer-schedule');
    await press(say('payroll.approve'));
    await press(say('payroll.approve'), dialog);
    await page.getByRole('button', { name: say('payroll.schedule.pause') }).waitFor();
    await page
      .getByRole('button', { name: `${say('payroll.schedule.skip')}: ` })
      .nth(1)
      .click();
    await press(say('payroll.schedule.skip'), dialog);
    await page.getByText(say('payroll.schedule.skipped', { days: '' })).waitFor();
    await look(page, 'transfer-schedule-skipped');
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { body } = await shop.merchant.call('GET', `/schedules/${id}`);
    assert.deepEqual([body.skipped_dates, body.status, body.to], [['2036-02-29'], 'active', savings]);
    await page.goto(shop.at('/schedules'));
    const next = page
      .getByRole('row')
      .filter({ hasText: `Reserve ${language}` })
      .locator('time');
    const inZone = { hour: '2-digit', minute: '2-digit', timeZone: body.time_zone } as const;
    const hour = new Intl.DateTimeFormat(locale, inZone).format(new Date(body.next_at));
    await next.filter({ hasText: `${hour} (${body.time_zone})` }).waitFor();
    await look(page, 'schedules-zone');
    const expected = 'the server responded with a status of 400';
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes(expected)),
      [],
    );
  });
}

for (const { language, locale, viewport } of inTurn(screens)) {
  const say = sayIn(language);
  const width = viewport.width;
  const last = language === 'en' ? '2' : '3';

  test(`${width} px, ${language}: people are kept as a list with groups, and a group is paid`, async (t) => {
    const { page, complaints, close } = await shop.open({ locale, viewport });
    t.after(close);
    const dialog = page.getByRole('dialog');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(shop.at('/people'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (language === 'en') await page.getByText(say('payroll.list.none')).waitFor();
    await look(page, 'people-none');
    await button(say('payroll.addPerson')).click();
    await dialog.getByLabel(say('payouts.column.name')).fill('Awa Ndiaye');
    await dialog.getByLabel(say('payouts.column.recipient')).fill(`77 000 04 0${last}`);
    await dialog.getByRole('button', { name: say('payroll.list.save') }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    assert.match(complaints.splice(0).join(), /400/);
    await dialog.getByLabel(say('payouts.column.recipient')).fill(`+221 77 000 04 0${last}`);
    await dialog.getByLabel(say('payroll.list.groups')).fill(`four-${language}`);
    await dialog.getByLabel(say('payroll.list.groups')).press('Enter');
    await look(page, 'person');
    await dialog.getByRole('button', { name: say('payroll.list.save') }).click();
    await dialog.waitFor({ state: 'detached' });

    // The people of a file join the group.
    await page.goto(shop.at('/payouts/new'));
    const rows = `recipient,amount,name\n+22177000041${last},25000,Moussa Ba\n`;
    const csv = { name: `four-${language}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.locator('input[type=file]').setInputFiles(csv);
    await button(say('payroll.list.keep')).click();
    await dialog.getByText(say('payroll.list.keepAdvice_one', { count: 1 })).waitFor();
    await look(page, 'keep');
    await dialog.getByRole('button', { name: say('payroll.list.save') }).click();
    await page.getByText(say('payroll.list.kept')).waitFor();

    await page.goto(shop.at(`/people?group=four-${language}`));
    await page.getByText('Moussa Ba', { exact: true }).waitFor();
    await look(page, 'people');
    const [file] = await Promise.all([page.waitForEvent('download'), button(say('payroll.list.template')).click()]);
    assert.equal(file.suggestedFilename(), `four-${language}.csv`);
    await page.getByRole('link', { name: say('payroll.list.payGroup', { group: `four-${language}` }) }).click();
    const line = page.getByRole('group');
    await line.getByLabel(say('payouts.column.amount')).fill('30000');
    await button(say('payroll.pay', { count: 2 })).click();
    await dialog.getByText(/55[\s,]000/).waitFor();
    await dialog.getByRole('button', { name: say('payroll.pay', { count: 2 }) }).click();
    const money = new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency: 'XOF', currencyDisplay: 'narrowSymbol' },
    } as const).format(55_000);
    await page.getByText(say('payroll.outcome.paid_other', { count: 2, amount: money })).waitFor();

    await page.goto(shop.at(`/people?group=four-${language}`));
    await button(say('payroll.list.removeOf', { name: 'Moussa Ba' })).click();
    await dialog.getByRole('button', { name: say('payroll.remove'), exact: true }).click();
    await page.getByText('Moussa Ba', { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });
}

test('the people of a schedule and of the list keep their amounts in a currency with decimals', async () => {
  const say = sayIn('en');
  const { page, complaints, close } = await shop.open({ acceptDownloads: true });
  const { call } = shop.merchant;
  await call('POST', '/wallets', { currency: 'USD' });
  const person = { recipient: '+221770000150', name: 'Awa Ndiaye' };
  const plan = { name: 'dollars', currency: 'USD', interval: 'monthly', first_date: '2036-01-31', time: '09:00' };
  const { id } = (await call('POST', '/schedules', { ...plan, items: [{ ...person, amount: 125_050 }] })).body;
  await page.goto(shop.at(`/payouts/new?schedule=${id}`));
  await page.getByText('$1,250.50').first().waitFor();
  assert.equal(
    await page.getByRole('button', { name: /^Read / }).count(),
    0,
    'no amount is offered for reading a second time',
  );
  await call('POST', '/beneficiaries', { items: [{ ...person, amount: 125_050, currency: 'USD', groups: ['d'] }] });
  await page.goto(shop.at('/people?group=d'));
  await page.getByText('Awa Ndiaye').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('payroll.list.template') }).click(),
  ]);
  assert.match(await text(await file.createReadStream()), /Awa Ndiaye,1250\.50,/);
  assert.equal(complaints.join('\n'), '');
  await close();
});
