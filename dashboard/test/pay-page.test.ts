import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { pageLanguages } from '../../service/src/pages/language.ts';
import { payment, phone } from '../../service/test/support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../../service/test/support/harness.ts';
import { largestLogo } from '../../service/test/support/logos.ts';
import { pathOf } from '../../service/test/support/payer.ts';
import { payerWith } from '../../service/test/support/wallet-payments.ts';
import { violations } from './axe.ts';
import { closeBrowser, openPage } from './browser.ts';

/** `RIALTO_DOC_PICTURES=docs/pictures` renews the picture of docs/checkout.md. */
const docPictures = process.env.RIALTO_DOC_PICTURES;
const password = 'one two three four five';
/** Everything that the browser loads for a page, compressed. */
const MOST_BYTES = 50 * 1024;
const languages = Object.keys(pageLanguages);
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({
    ...{ CHECKOUT_PROMPTS_PER_PHONE: '1000', CHECKOUT_PROMPTS_PER_PHONE_DAY: '1000' },
    CHECKOUT_PROMPTS_PER_ADDRESS: '100000',
  });
  shop = await service.merchant('Boulangerie du Port');
});
after(async () => {
  await closeBrowser();
  await service.stop();
});

const open = async (fields: object = {}) => {
  const body = { amount: 12_500, currency: 'XOF', description: 'Two bags of rice', ...fields };
  const made = await shop.call('POST', '/checkout/sessions', body);
  assert.equal(made.status, 201, made.text);
  return { id: made.body.id as string, path: pathOf(made.body) };
};
const session = async (id: string) => (await shop.call('GET', `/checkout/sessions/${id}`)).body;
const phoneSize: BrowserContextOptions = { viewport: { width: 360, height: 640 } };
const small: BrowserContextOptions = { viewport: { width: 320, height: 568 } };

/** The payment of a session, once the payer's phone asks. */
async function asked(id: string): Promise<string> {
  const pay = await until(async () => (await session(id)).payment as string | null);
  await payment(shop, pay, 'requires_action');
  return pay;
}
const answer = (pay: string, how: 'approve' | 'decline') => shop.call('POST', `/test/payments/${pay}/${how}`);
const text = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();

async function fill(page: Page, number: string): Promise<void> {
  await page.getByLabel('Your phone number').fill(number);
  await page.getByRole('button', { name: /^Pay XOF/ }).click();
}

const all = process.env.PAGES === 'all';

for (const javaScriptEnabled of [true, false]) {
  /** Without scripts only the first two: the forms and the service are the same. */
  const rest = javaScriptEnabled || all ? test : () => undefined;
  const how = javaScriptEnabled ? 'with scripts' : 'without scripts';
  const options = { ...phoneSize, javaScriptEnabled };
  const opened = (path: string, more: BrowserContextOptions = {}) => show(path, { ...options, ...more });
  /** The page says so by itself: by its script, or by its refresh. */
  const says = (page: Page, words: string | RegExp) => text(page, words);

  test(`${how}: pay with one click, and the page shows the outcome by itself`, async () => {
    const { id, path } = await open({ success_url: 'https://shop.example/thanks' });
    const { page, complaints, close } = await opened(path);
    await page.getByLabel('Your phone number').fill(phone('0007'));
    if (docPictures && javaScriptEnabled)
      await page.screenshot({ path: join(docPictures, 'pay-light.jpg'), quality: 70, fullPage: true });
    await page.getByRole('button', { name: /^Pay XOF/ }).click();
    const pay = await asked(id);
    await says(page, /Look at your phone \+509 •••• 07/);
    assert.equal(await page.locator('form').count(), 0);
    await answer(pay, 'approve');
    await says(page, 'Boulangerie du Port has received your payment.');
    assert.equal(
      await page.getByRole('link', { name: /^Continue to/ }).getAttribute('href'),
      'https://shop.example/thanks',
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  test(`${how}: a decline is explained, and the payer tries again`, async () => {
    const { id, path } = await open();
    const { page, close } = await opened(path);
    await fill(page, phone('0007'));
    await answer(await asked(id), 'decline');
    await says(page, /declined on the phone/);
    await fill(page, phone('0009'));
    await says(page, 'Boulangerie du Port has received your payment.');
    assert.equal((await session(id)).attempts, 2);
    await close();
  });

  rest(`${how}: reload, back and another browser show the same payment, and never a second one`, async () => {
    const { id, path } = await open();
    const one = await opened(path);
    await fill(one.page, phone('0007'));
    const pay = await asked(id);
    // The page loads itself again when the payer is asked. Two loads at once are an error of the browser's protocol.
    await says(one.page, /Look at your phone/);
    await one.page.reload();
    await says(one.page, /Look at your phone/);
    await one.page.goBack();
    await one.page.goto(path);
    await says(one.page, /Look at your phone/);
    const other = await opened(path);
    await says(other.page, /Look at your phone/);
    await one.close();
    await answer(pay, 'approve');
    await says(other.page, /has received your payment/);
    assert.equal((await session(id)).attempts, 1);
    await other.close();
  });

  rest(`${how}: the second of two phones sees why its request was not sent`, async () => {
    const { id, path } = await open();
    const [one, other] = [await opened(path), await openPage(service.base, options)];
    await one.page.getByLabel('Your phone number').fill(phone('0007'));
    // The second payer's page does not know yet, as if its update were lost.
    await other.page.route(/\/(events|state)$/, (route) => route.abort());
    await other.page.goto(path);
    await other.page.getByLabel('Your phone number').fill('+221770000007');
    await one.page.getByRole('button', { name: /^Pay XOF/ }).click();
    const pay = await asked(id);
    await other.page.unrouteAll();
    await other.page.getByRole('button', { name: /^Pay XOF/ }).click();
    await says(other.page, /began before yours, from \+509 •••• 07/);
    await answer(pay, 'approve');
    await says(other.page, /was paid from \+509 •••• 07/);
    assert.equal((await session(id)).attempts, 1);
    await one.close();
    await other.close();
  });

  rest(`${how}: the payer's own wallet pays after a login`, async () => {
    const customer = await payerWith(service, 50_000n, { password });
    const { path } = await open();
    const { page, complaints, close } = await opened(path);
    await page.getByRole('link', { name: /^Pay from your .* wallet$/ }).click();
    await page.getByLabel('Your phone number').fill(customer.identifier);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: /^Log in and pay/ }).click();
    await says(page, /has received your payment/);
    assert.deepEqual(complaints, []);
    await close();
  });

  rest(`${how}: a link with an open amount takes two clicks`, async () => {
    const made = await shop.call('POST', '/links', { currency: 'XOF', min_amount: 500, name: 'Market stall' });
    const { page, close } = await opened(pathOf(made.body));
    await page.getByLabel('Amount in XOF').fill('1 500');
    await page.getByRole('button', { name: 'Continue' }).click();
    await fill(page, phone('0009'));
    await says(page, /has received your payment/);
    await close();
  });
}

async function show(path: string, options: BrowserContextOptions) {
  const opened = await openPage(service.base, options);
  await opened.page.goto(path);
  return opened;
}

test('the page survives a lost network: it says so, and shows the outcome when the network is back', async () => {
  const { id, path } = await open();
  const { page, close } = await show(path, phoneSize);
  await fill(page, phone('0007'));
  const pay = await asked(id);
  await text(page, /Look at your phone/);
  await page.context().setOffline(true);
  // The browser notices a broken stream only when it reads from it.
  await page.evaluate(`dispatchEvent(new Event('online')); setTimeout(() => dispatchEvent(new Event('online')), 100)`);
  await text(page, /^No connection/);
  await answer(pay, 'approve');
  await page.context().setOffline(false);
  await text(page, /has received your payment/);
  await close();
});

test('a payer who still types sees that somebody else began to pay', async () => {
  const { id, path } = await open();
  const [one, other] = [await show(path, phoneSize), await show(path, phoneSize)];
  await other.page.getByLabel('Your phone number').fill('+221 77');
  await fill(one.page, phone('0007'));
  const pay = await asked(id);
  await text(other.page, /began before yours, from \+509 •••• 07/);
  await answer(pay, 'approve');
  await text(other.page, /was paid from \+509 •••• 07/);
  assert.doesNotMatch(await one.page.locator('main').innerText(), /before yours|was paid from/);
  await one.close();
  await other.close();
});

test('the page of a form that is being sent waits for the answer, also if the stream is faster', async () => {
  const { id, path } = await open();
  const [{ page, close }, other] = [await show(path, phoneSize), await show(path, phoneSize)];
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('seen=')) loads.push(request.url());
  });
  const answered = Promise.withResolvers<void>();
  await page.route(service.base + path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await answered.promise;
    return route.fulfill({ response });
  });
  const sent = fill(page, phone('0007'));
  await asked(id);
  // A page with the same stream hears of it in the same round, and has loaded itself again.
  await text(other.page, /Look at your phone \+509 •••• 07/);
  answered.resolve();
  await sent;
  await text(page, /Look at your phone \+509 •••• 07/);
  assert.deepEqual(loads, []);
  assert.doesNotMatch(await page.locator('main').innerText(), /before yours/);
  await Promise.all([close(), other.close()]);
});

test('a form that is sent twice by two clicks is sent once', async () => {
  const { id, path } = await open();
  const { page, complaints, close } = await show(path, phoneSize);
  await page.getByLabel('Your phone number').fill(phone('0007'));
  await page.evaluate(`
    addEventListener('submit', (event) => complain('prevented: ' + event.defaultPrevented));
    document.forms[0].requestSubmit();
    document.forms[0].requestSubmit();`);
  await asked(id);
  assert.deepEqual(complaints, ['prevented: false', 'prevented: true']);
  assert.equal((await session(id)).attempts, 1);
  await close();
});

test('a page with a logo loads at most 50 KiB in four requests, all from this service', async (t: TestContext) => {
  const boss = await service.person('merchant', { merchantId: shop.merchantId });
  const set = await boss.call('POST', '/merchants/me/logo', largestLogo(), { 'content-type': 'image/png' });
  assert.equal(set.status, 200, set.text);
  const { path } = await open();
  const { page, close } = await openPage(service.base, phoneSize);
  const bodies: Promise<Buffer>[] = [];
  const urls: string[] = [];
  page.on('response', (response) => {
    urls.push(response.url());
    if (!response.url().endsWith('/events')) bodies.push(response.body());
  });
  await page.goto(path);
  await page.waitForLoadState('load');
  const loaded = await Promise.all(bodies);
  const bytes = loaded.reduce((sum, body) => sum + gzipSync(body).length, 0);
  t.diagnostic(`${bytes} bytes gzipped in ${urls.length} requests`);
  assert.ok(loaded.length >= 3 && bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.ok(urls.length <= 4 && urls.some((url) => url.includes('/logos/')), urls.join(' '));
  for (const url of urls) assert.ok(url.startsWith(service.base), url);
  await close();
});

/** `npm test` looks at two languages, and at one in dark mode, where only colours differ. The long suite has all. */
const languagesIn = { light: all ? languages : ['en', 'fr'], dark: all ? languages : ['en'] };

test('axe finds nothing in both color schemes and six languages, and no page is wider than 320 px', async () => {
  const customer = await payerWith(service, 50_000n, { password });
  const waiting = await open();
  const { page, close } = await show(waiting.path, small);
  await fill(page, phone('0007'));
  await asked(waiting.id);
  const paid = await open();
  await page.goto(`${paid.path}?way=wallet`);
  await page.getByLabel('Your phone number').fill(customer.identifier);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /^Log in/ }).click();
  await text(page, /has received your payment/);
  const made = await shop.call('POST', '/links', {
    ...{ currency: 'XOF', min_amount: 500, max_amount: 9_000, ask: { name: 'required', note: 'optional' } },
  });
  const link = pathOf(made.body);
  const ready = (await open({ customer: phone('0001'), cancel_url: 'https://shop.example/cart' })).path;
  const expired = await open();
  await shop.call('POST', `/checkout/sessions/${expired.id}/expire`);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const language of languagesIn[colorScheme]) {
      for (const path of [ready, `${ready}?way=wallet`, waiting.path, paid.path, link, expired.path]) {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        const at = `${path} ${language} ${colorScheme}`;
        found.push(...(await violations(page)).map((one) => `${at}: ${one}`));
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > 320) found.push(`${at}: ${width} px wide`);
      }
    }
  }
  assert.deepEqual(found, []);
  // Control: axe sees a field without a label.
  await page.goto(ready);
  await page.evaluate(`document.querySelector('label[for=phone]').remove()`);
  assert.match((await violations(page)).join('\n'), /^label /m);
  await close();
});
