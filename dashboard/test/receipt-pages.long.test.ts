import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { pageLanguages } from '../../service/src/pages/language.ts';
import { receiptTexts } from '../../service/src/receipts/texts.ts';
import { paidPayment, refundWith } from '../../service/test/support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { pathOf, receiptOf } from '../../service/test/support/receipts.ts';
import { violations } from './axe.ts';
import { closeBrowser, openPage } from './browser.ts';

let service: TestService;
let shop: TestMerchant;
let path: string;
before(async () => {
  service = await startTestService();
  shop = await service.merchant('Boutique <b>Téranga</b>');
  const payment = await paidPayment(shop, { amount: 999_999_999, currency: 'XOF', description: 'x'.repeat(140) });
  const { body } = await shop.call('POST', '/refunds', { payment: payment.id, amount: 1_000 });
  await refundWith(shop, body.id, 'succeeded');
  path = pathOf((await receiptOf(shop, payment.id)).url);
});
after(async () => {
  await closeBrowser();
  await service.stop();
});

const languages = Object.keys(pageLanguages);
const phone = { viewport: { width: 320, height: 640 } };
/** Without scripts the page cannot be asked, so the browser measures its own layout. */
const fits = async (page: Page) => {
  const boxes = await Promise.all((await page.locator('main *').all()).map((element) => element.boundingBox()));
  for (const box of boxes) if (box) assert.ok(box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
};

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  test(`a receipt works at 320 px ${how} JavaScript: read, check, stop`, async () => {
    const { page, complaints, close } = await openPage(service.base, { ...phone, javaScriptEnabled });
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
    await page.goto(`${path}?lang=fr`);
    await page.getByRole('heading', { name: receiptTexts.fr.titles.payment }).waitFor();
    await page.getByText('Boutique <b>Téranga</b>').first().waitFor();
    await fits(page);
    const loaded = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
    assert.equal(loaded.length, 1, 'one request');
    assert.ok(loaded[0]! < 12_000, `${loaded[0]} bytes`);

    await page.getByRole('link', { name: receiptTexts.fr.checkLink }).click();
    await page.getByText(receiptTexts.fr.genuine).waitFor();
    await fits(page);
    await page.getByLabel(receiptTexts.fr.code).fill('forged');
    await page.getByRole('button', { name: receiptTexts.fr.verify, exact: true }).click();
    await page.getByText(receiptTexts.fr.forged).waitFor();

    await page.goto(`${path}?lang=fr`);
    await page.getByRole('button', { name: receiptTexts.fr.stop }).click();
    await page.getByText(receiptTexts.fr.stopped).waitFor();
    await page.getByRole('button', { name: receiptTexts.fr.start }).click();
    await page.getByText(receiptTexts.fr.stopAdvice).waitFor();
    await page.getByRole('link', { name: 'Kiswahili' }).click();
    await page.getByRole('heading', { name: receiptTexts.sw.titles.payment }).waitFor();
    assert.equal(complaints.join('\n'), '');
    assert.deepEqual(await page.context().cookies(), []);
    await close();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the pages of receipts in six languages, ${colorScheme}`, async () => {
    const { page, complaints, close } = await openPage(service.base, { ...phone, colorScheme });
    await page.goto(path);
    const code = (await page.getByRole('link', { name: receiptTexts.en.checkLink }).getAttribute('href'))!;
    for (const language of languages) {
      for (const at of [`${path}?`, code.replace(/lang=\w+/, ''), '/r/verify?code=x&', '/r/unknown?']) {
        await page.goto(`${at}lang=${language}`);
        assert.deepEqual(await violations(page), [], `${at} ${language}`);
      }
    }
    // The 404 of the unknown address is the browser's own complaint.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    );
    await close();
  });
}
