import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { memberOf } from '../../service/test/support/members.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  // Above this amount, a person's payout needs a second person.
  shop = await openShop(undefined, { PAYOUT_APPROVAL_ABOVE: 'XOF:100000' });
});
after(() => shop.stop());

const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['recipient,amount,reference,name', ...lines].join('\r\n')),
});

test('a payout by CSV: its bad line is corrected, all are paid, and the result is downloaded', async () => {
  const { page, complaints, close } = await shop.open();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/payouts')) sent++;
  });
  await page.goto(shop.at('/payouts'));
  await page.getByRole('link', { name: 'Pay many' }).click();
  const awa = '+221770000200,30000,emp-1,Awa Ndiaye';
  await page
    .locator('input[type=file]')
    .setInputFiles(file('salaries.csv', awa, '+221770000201,"25,000",emp-2,Moussa Ba'));
  const line = page.getByRole('group', { name: 'Line 3' });
  await line.getByText('A whole number of the smallest unit').waitFor();
  await page.getByText('to correct: 1').waitFor();
  await becomes(() => page.getByRole('button', { name: 'Pay 2' }).isDisabled(), true);
  assert.equal(sent, 0, 'nothing is sent while a line has errors');

  await line.getByLabel('Amount').fill('25000');
  await page.getByRole('button', { name: 'Pay 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/55,000/).waitFor();
  await dialog.getByRole('button', { name: 'Pay 2' }).click();
  await page.getByText('All were paid').waitFor();
  assert.equal(sent, 1);
  const bar = page.getByRole('progressbar');
  await becomes(() => bar.getAttribute('aria-valuetext'), '2 of 2');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'payout-salaries.csv');
  let result = '';
  for await (const chunk of await download.createReadStream()) result += chunk;
  assert.match(result, /^\ufeff?id,recipient,amount,/);
  assert.equal(result.match(/,succeeded,/g)?.length, 2, result);
  assert.equal(complaints.join('\n'), '');
  await close();
});

inLongSuite('a result is downloaded with semicolons if the comma is the decimal mark', async (t) => {
  for (const [language, name, begins] of [
    ['fr-FR', 'Télécharger le résultat', '\ufeffid;recipient;amount;'],
    ['pt-BR', 'Baixar resultado', '\ufeffid;recipient;amount;'],
    ['es-MX', 'Descargar resultado', '\ufeffid,recipient,amount,'],
  ] as const) {
    const { page, close } = await shop.open({ locale: language });
    t.after(close);
    await page.goto(shop.at(`/payouts/${shop.payout}`));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    let result = '';
    for await (const chunk of await download.createReadStream()) result += chunk;
    assert.ok(result.startsWith(begins), result);
  }
});

inLongSuite('a statement line of a payout links to the payout', async (t) => {
  const { page, complaints, close } = await shop.open();
  t.after(close);
  const { data } = (await shop.merchant.call('GET', `/payouts/${shop.payout}/items?status=succeeded`)).body;
  await page.goto(shop.at(`/wallets/${shop.wallet}`));
  await page.locator(`a[href$="/payouts?item=${data[0].id}"]`).click();
  await becomes(() => page.getByLabel('Id of an item').inputValue(), data[0].id);
  const rows = page.locator('main tbody tr');
  await rows.filter({ hasText: 'salaries-10' }).waitFor();
  await becomes(() => rows.count(), 1);
  await rows.getByRole('link').click();
  await page.waitForURL(new RegExp(`/payouts/${shop.payout}$`));
  assert.equal(complaints.join('\n'), '');
});

/** 0.5 % and 7 for each item. */
const setPayoutFee = () =>
  shop.service.db.pool.query(
    `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, charged_on)
     VALUES ($1, false, 'XOF', 50, 7, 'payout')`,
    [shop.merchant.merchantId],
  );

test('the cost of a payout is shown before it is confirmed, and is correct', async () => {
  const { page, complaints, close } = await shop.open();
  await setPayoutFee();
  try {
    await page.goto(shop.at('/payouts/new'));
    const lines = ['+221770000210,30000,march-1,', '+221770000211,2510,march-2,'];
    await page.locator('input[type=file]').setInputFiles(file('march.csv', ...lines));
    // 150 and 7; 12.55 rounded to 13, and 7.
    await page.getByText('2 lines, F CFA 32,510 · fees F CFA 177').waitFor();
    await page.getByRole('button', { name: 'Pay 2' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('fees F CFA 177').waitFor();
    await dialog.getByRole('button', { name: 'Pay 2' }).click();
    await page.getByText('All were paid').waitFor();
    const [payout] = (await shop.merchant.call('GET', '/payouts?reference=march')).body.data;
    assert.equal(payout.totals.fee, 177);
    assert.equal(complaints.join('\n'), '');
  } finally {
    await shop.service.db.pool.query('DELETE FROM fees');
    await close();
  }
});

inLongSuite('with more bad lines than are shown at once, each corrected line brings another', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payouts/new'));
  const rows = Array.from({ length: 30 }, (_, i) => `+2217700003${String(i).padStart(2, '0')},?,r${i},`);
  await page.locator('input[type=file]').setInputFiles(file('many.csv', ...rows));
  await page.getByText('to correct: 30').waitFor();
  const amounts = page.getByRole('group').getByLabel('Amount');
  await becomes(() => amounts.count(), 25);
  for (let i = 0; i < rows.length; i++) await amounts.nth(i).fill('100');
  await page.getByText('to correct:').waitFor({ state: 'detached' });
  await becomes(() => page.getByRole('button', { name: 'Pay 30' }).isEnabled(), true);
  await close();
});

inLongSuite('leaving corrected lines asks first', async () => {
  const { page, close } = await shop.open();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return asked.length < 3 ? dialog.dismiss() : dialog.accept();
  });
  await page.goto(shop.at('/payouts/new'));
  await page.locator('input[type=file]').setInputFiles(file('salaries.csv', '+221770000201,?,emp-2,Moussa Ba'));
  const line = page.getByRole('group', { name: 'Line 2' });
  await line.getByLabel('Amount').fill('25000');
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('button', { name: 'Another file' }).click();
  await becomes(() => line.getByLabel('Amount').inputValue(), '25000');
  assert.deepEqual(asked, Array(2).fill('Your corrections on this page will be lost. Leave the page?'));
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  await close();
});

inLongSuite('a file can be checked again if the wallets could not be read', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payouts/new'));
  await page.getByRole('button', { name: 'Choose a CSV or Excel file' }).waitFor();
  await page.route('**/api/v1/wallets?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.locator('input[type=file]').setInputFiles(file('salaries.csv', '+221770000201,25000,emp-2,Moussa Ba'));
  await page.locator('main').getByRole('alert').waitFor();
  await page.unroute('**/api/v1/wallets?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Pay 1' }).waitFor();
  await close();
});

test('the dashboard refuses a file that the API refuses, and points at repeated recipients', async () => {
  const { page, complaints, close } = await shop.open();
  await page.goto(shop.at('/payouts/new'));
  const choose = (some: ReturnType<typeof file>) => page.locator('input[type=file]').setInputFiles(some);
  const said = page.getByRole('alert');
  const rows = ['+221 77 000 02 00,100,emp-1,José', '+221770000200,200,,Awa', '+221770000201,300,emp-2'];
  const latin = file('old.csv', ...rows);
  await choose({ ...latin, buffer: Buffer.from(latin.buffer.toString(), 'latin1') });
  await said.getByText('save it as “CSV UTF-8').waitFor();
  await choose(file('quotes.csv', '+221770000200,"1"2,emp-1,Awa'));
  await said.getByText('Line 2: a quote is in the wrong place').waitFor();

  await choose(file('rows.csv', ...rows, '+221770000202,"1\r5",emp-3,"Awa\nNdiaye"'));
  await page.getByRole('note').getByText('+221770000200: lines 2, 3').waitFor();
  const short = page.getByRole('group', { name: 'Line 4' });
  await short.getByText('This line has 3 cells, and the first line has 4').waitFor();
  await short.getByRole('button', { name: 'Remove' }).click();
  const broken = page.getByRole('group', { name: 'Line 5' });
  await becomes(() => broken.getByLabel('Amount').inputValue(), '1 5');
  await becomes(() => broken.getByText('Line breaks are not allowed').count(), 2);
  await becomes(() => page.getByRole('button', { name: 'Pay 3' }).isDisabled(), true);
  await broken.getByLabel('Amount').fill(' 15');
  await broken.getByLabel('Name').fill('');
  await broken.getByLabel('Name').pressSequentially('Awa Ndiaye');
  await becomes(() => broken.getByLabel('Name').inputValue(), 'Awa Ndiaye');
  // A hint does not block the payout.
  await becomes(() => page.getByRole('button', { name: 'Pay 3' }).isEnabled(), true);
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('an error that only the service finds is shown at its line, and removing the line is enough', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payouts/new'));
  // A wallet cannot pay itself. Only the service can find this.
  await page
    .locator('input[type=file]')
    .setInputFiles(file('prizes.csv', '+221770000300,1000,one,', `${shop.wallet},2000,two,`));
  await page.getByRole('button', { name: 'Pay 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 2' }).click();
  const bad = page.getByRole('group', { name: 'Line 3' });
  await bad.waitFor();
  await bad.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('1 line, F CFA 1,000').waitFor();
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await page.getByRole('dialog').getByText('1 payment leaves').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 1' }).click();
  await page.getByText('All were paid').waitFor();
  await close();
});

test('someone else’s payout is approved, or rejected with a reason, and one’s own is canceled', async () => {
  const other = await memberOf(shop.service, shop.merchant, 'owner');
  const integration = { 'service-integration': shop.integration };
  const waiting = async (reference: string, maker: Pick<typeof other, 'call'> = other) => {
    const items = [{ recipient: '+221770000250', amount: 100_001 }];
    const { body, text } = await maker.call('POST', '/payouts', { currency: 'XOF', reference, items }, integration);
    assert.equal(body.approval?.status, 'pending', text);
    return body.id as string;
  };
  const { page, complaints, close } = await shop.open();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

  await setPayoutFee();
  const first = await waiting('bonus-1');
  await shop.service.db.pool.query('DELETE FROM fees');
  await page.goto(shop.at(`/payouts/${first}`));
  await page.getByText(`${(await other.call('GET', '/me')).body.email} made this payout`).waitFor();
  // The fees at creation: 500.005 rounded to 500, and 7.
  const leaves = 'F CFA 100,508 leaves the wallet, including fees of F CFA 507.';
  await page.getByText(leaves).waitFor();
  await press('Approve');
  await dialog.getByText('Every item of bonus-1 (1) will be paid').waitFor();
  await dialog.getByText(leaves).waitFor();
  await confirm('Approve');
  await page.getByText('All were paid').waitFor();

  await page.goto(shop.at(`/payouts/${await waiting('bonus-2')}`));
  await press('Reject');
  await dialog.getByLabel('Reason').fill('Twice on the list');
  await confirm('Reject');
  await page.getByText('Twice on the list', { exact: true }).waitFor();

  await page.goto(shop.at(`/payouts/${await waiting('bonus-3', shop.person)}`));
  await page.getByText('You made this payout').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
  await press('Cancel payout');
  await confirm('Cancel payout');
  await page.getByText('Canceled').first().waitFor();
  const { body } = await shop.merchant.call('GET', '/payouts?limit=3');
  const ends = body.data.map((one: any) => [one.reference, one.result ?? one.status]);
  assert.deepEqual(ends, [
    ['bonus-3', 'canceled'],
    ['bonus-2', 'canceled'],
    ['bonus-1', 'all_succeeded'],
  ]);
  assert.equal(complaints.join('\n'), '');
  await close();
});

inLongSuite('a second person sees that one of the merchant’s people made the payout', async (t) => {
  const items = [{ recipient: '+221770000250', amount: 100_001 }];
  const integration = { 'service-integration': shop.integration };
  const maker = await memberOf(shop.service, shop.merchant, 'merchant');
  const { body } = await maker.call('POST', '/payouts', { currency: 'XOF', items }, integration);
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at(`/payouts/${body.id}`));
  await page.getByText('One of the merchant’s people made this payout').waitFor();
  await shop.merchant.call('POST', `/payouts/${body.id}/cancel`);
});

test('the maker of a payout is not offered its approval, even if the page cannot load who made it', async (t) => {
  const items = [{ recipient: '+221770000250', amount: 100_001 }];
  const integration = { 'service-integration': shop.integration };
  const { body } = await shop.person.call('POST', '/payouts', { currency: 'XOF', items }, integration);
  const { page, close } = await shop.open();
  t.after(close);
  let asked = 0;
  await page.route('**/api/v1/me', (route) => (asked++ === 0 ? route.continue() : route.abort()));
  await page.goto(shop.at(`/payouts/${body.id}`));
  await page.getByText('You made this payout').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
});
