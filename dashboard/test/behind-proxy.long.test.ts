import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { startTestService } from '../../service/test/support/harness.ts';
import { startTlsProxy } from '../../service/test/support/tls-proxy.ts';
import { closeBrowser, openPage } from './browser.ts';

after(closeBrowser);

const password = 'a password that is long enough';

for (const [title, base, strips] of [
  ['at the root', '', false],
  ['with a base path that the proxy keeps', '/pay', false],
  ['with a base path that the proxy strips', '/pay', true],
] as const)
  test(`behind TLS, ${title}: sign-in, cookies, events and downloads work`, async (context) => {
    const proxy = await startTlsProxy({ base, strips });
    const origin = `https://localhost:${proxy.port}`;
    const service = await startTestService({ PUBLIC_URL: origin + base });
    context.after(async () => {
      await proxy.stop();
      await service.stop();
    });
    proxy.target = service.base;
    const shop = await service.merchant('Boulangerie du Port');
    const person = await service.person('merchant', { merchantId: shop.merchantId, password });
    const wallet = await shop.wallet('XOF', 5_000n);

    const { page, complaints, quiet, close } = await openPage(origin, { ignoreHTTPSErrors: true });
    // A deep address leads to sign-in and back.
    await page.goto(`${base}/dashboard/${shop.integrationId}/test/wallets/${wallet}`);
    await page.getByLabel('Phone').fill(person.identifier);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const streamed = page.waitForResponse(/events\/stream/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    assert.equal((await streamed).status(), 200);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /CSV/ }).first().click();
    assert.match(await text(await (await download).createReadStream()), /5000/);

    const cookies = await page.context().cookies();
    const slug = base.replace('/', '-');
    assert.deepEqual(cookies.map(({ name }) => name).sort(), [
      `__Host-rialto${slug}-access`,
      `__Host-rialto${slug}-device`,
      `__Host-rialto${slug}-refresh`,
      `__Host-rialto${slug}-session`,
    ]);
    assert.ok(cookies.every(({ secure, path }) => secure && path === '/'));
    // Live events pass through the proxy.
    await page.goto(`${base}/dashboard/${shop.integrationId}/test/transfers`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const transfer = { from: wallet, to, amount: 70, currency: 'XOF', reference: 'seen-at-once' };
    assert.equal((await shop.call('POST', '/wallets/transfer', transfer)).status, 201);
    await page.getByText('seen-at-once').first().waitFor();
    await quiet();
    assert.equal(complaints.filter((one) => !/status of 401/.test(one)).join('\n'), '');
    await close();
  });

test('over plain http on another host the page says to use https and shows no form', async () => {
  const service = await startTestService();
  const open = async (host: string, locale: string) => {
    const opened = await openPage(`http://${host}`, { locale });
    await opened.page.route(`http://${host}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: service.base + pathname + search }) });
    });
    await opened.page.goto('/dashboard/sign-in');
    return opened;
  };
  for (const [locale, heading] of [
    ['en-GB', 'Open this page over https'],
    ['fr-FR', 'Ouvrez cette page en https'],
    ['sw-KE', 'Fungua ukurasa huu kwa https'],
  ] as const) {
    const { page, close } = await open('rialto.lan', locale);
    await page.getByRole('heading', { name: heading }).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    await close();
  }
  // Control: on localhost the same page shows the sign-in form.
  const { page, close } = await open('localhost', 'en-GB');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await close();
  await service.stop();
});
