import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../service/test/support/harness.ts';
import { openMailbox } from '../../service/test/support/mailbox.ts';
import { violations } from './axe.ts';
import { openShop, type Shop } from './shop.ts';

/** A customer's page, and the e-mails that a person chooses. */
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let shop: Shop;
before(async () => {
  mailbox = await openMailbox();
  shop = await openShop(undefined, mailbox.env);
});
after(async () => {
  await shop.stop();
  await mailbox.close();
});

const screens = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };
const PHONE = '+221770000100';
const pictures = process.env.RIALTO_PICTURES;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/q-customer-${name}.png`, fullPage: true });
};

async function check(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`);
  }
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), 'no sideways scroll');
}

test('a payment leads to its customer, about whom people write notes (1440 px)', async () => {
  const { page, complaints, close } = await shop.open({ viewport: screens.desk });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.getByRole('link', { name: PHONE }).click();
  await page.waitForURL(`**/customers/${shop.customer}`);
  await page.getByRole('listitem').filter({ hasText: 'Buys for the whole street.' }).waitFor();
  await page.getByRole('link', { name: /250,000/ }).waitFor();
  await page.getByText('Paid in total').waitFor();
  await page.getByRole('textbox', { name: 'Write a note' }).fill('Pays on Fridays.');
  await page.getByRole('button', { name: 'Save' }).click();
  const own = page.getByRole('listitem').filter({ hasText: 'Pays on Fridays.' });
  await own.waitFor();
  await check(page, 'a customer');
  await picture(page, 'customer-1440');
  await own.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Pays on Mondays.');
  await page.getByRole('button', { name: 'Save' }).first().click();
  const changed = page.getByRole('listitem').filter({ hasText: 'Pays on Mondays.' });
  await changed.getByRole('button', { name: 'Delete' }).click();
  await check(page, 'the question before a note is deleted');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await changed.waitFor({ state: 'detached' });
  assert.equal((await shop.merchant.call('GET', `/customers/${shop.customer}`)).body.notes.length, 1);
  const withPhone = asked.filter((url) => url.includes('770000100'));
  assert.deepEqual(withPhone, [], 'no address has the phone');
  assert.deepEqual(complaints, []);
  await close();
});

test('a customer is found by some digits, in the search and in the list (360 px, French)', async () => {
  const { page, complaints, close } = await shop.open({ viewport: screens.phone, locale: 'fr-FR' });
  await page.goto(shop.at('/customers'));
  await page.getByText('+221770000007').waitFor();
  await check(page, 'customers');
  await picture(page, 'customers-360');
  await page.getByRole('button', { name: 'Chercher ou aller à…' }).click();
  await page.getByRole('combobox').fill('770000100');
  await page
    .getByRole('option', { name: /Client/ })
    .first()
    .click();
  await page.waitForURL(`**/customers/${shop.customer}`);
  await page.getByText('Total payé').waitFor();
  await page.getByRole('link', { name: /250\s000/ }).waitFor();
  await check(page, 'a customer on a phone');
  await picture(page, 'customer-360');
  assert.deepEqual(complaints, []);
  await close();
});

test('a person confirms an address and chooses e-mails about money (360 px)', async () => {
  const { page, complaints, close } = await shop.open({ viewport: screens.phone });
  await page.goto(shop.at('/settings'));
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('awa@shop.example');
  await page.getByRole('button', { name: 'Send the code' }).click();
  const [mail] = await until(async () => mailbox.mails.length > 0 && mailbox.mails);
  await page.getByRole('textbox', { name: 'Code from the e-mail' }).fill(/\d{6}/.exec(mail!.text)![0]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('They go to awa@shop.example.').waitFor();
  await page.getByRole('checkbox', { name: 'Tell me when money arrives' }).check();
  await page.getByRole('textbox', { name: 'Only payments of at least (XOF)' }).fill('5 000');
  await page.getByRole('checkbox', { name: 'A summary each morning' }).check();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').waitFor();
  await check(page, 'settings with alerts');
  await picture(page, 'alerts-360');
  await page.setViewportSize(screens.desk);
  await picture(page, 'alerts-1440');
  await page.reload();
  await page.getByRole('checkbox', { name: 'Tell me when money arrives' }).waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'A summary each morning' }).isChecked());
  const saved = await shop.person.call('GET', '/alerts', undefined, { 'service-integration': shop.integration });
  const { payments, minimums, summary_hour, email } = saved.body;
  assert.deepEqual(
    [payments, minimums, summary_hour, email],
    [true, [{ currency: 'XOF', amount: 5_000 }], 7, 'awa@shop.example'],
  );
  assert.deepEqual(complaints, []);
  await close();
});
