import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bothWorlds } from '../../service/test/support/flows.ts';
import { becomes, startTestService } from '../../service/test/support/harness.ts';
import { closeBrowser, keepSession, openPage } from './browser.ts';

after(closeBrowser);

test('someone without a wallet opens one, adds test money and pays, without a command', async (t) => {
  const service = await startTestService(bothWorlds);
  t.after(() => service.stop());
  const merchant = await service.merchant();
  await service.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [merchant.merchantId]);
  const as = async (mode: 'test' | 'live') => {
    const standing = { merchantId: merchant.merchantId, livemode: mode === 'live', twoFactor: 'sms' } as const;
    const { token } = await service.person('merchant', standing);
    const { page, complaints, close } = await openPage(service.base, {
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    t.after(close);
    await keepSession(page.context(), '127.0.0.1', {});
    const at = (path: string) => `/dashboard/${merchant.integrationId}/${mode}${path}`;
    const open = async (currency: string) => {
      await page.locator('main').getByRole('button', { name: 'Open a wallet' }).click();
      const dialog = page.getByRole('dialog');
      // A wallet's currency cannot be changed later, so it must be chosen.
      await becomes(() => dialog.getByRole('button', { name: 'Open a wallet' }).isDisabled(), true);
      await dialog.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: currency }).click();
      await dialog.getByLabel('Name (optional)').fill('Wages');
      await dialog.getByRole('button', { name: 'Open a wallet' }).click();
      await page.waitForURL(/wallets\/wal_/);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    return { page, complaints, at, open };
  };
  const { page, complaints, at, open } = await as('test');
  const pay = async () => {
    await page.goto(at('/payouts/new'));
    const buffer = Buffer.from('recipient,amount\r\n+221770000300,1000');
    await page.locator('input[type=file]').setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer });
  };
  await pay();
  await page.getByText('No wallet to pay from').waitFor();
  await page.getByRole('link', { name: 'Open a wallet' }).click();
  await open('XOF');
  await page.getByRole('button', { name: 'Add test money' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('1.234');
  await dialog.getByText('Type an amount in this currency.').waitFor();
  await becomes(() => dialog.getByRole('button', { name: 'Add test money' }).isDisabled(), true);
  await dialog.getByLabel('Amount').fill('50,000');
  await dialog.getByRole('button', { name: 'Add F CFA 50,000' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Funding' }).getByText('F CFA 50,000').first().waitFor();
  await pay();
  await page.getByText(/^From the wallet Wages/).waitFor();
  assert.deepEqual(complaints, []);

  const live = await as('live');
  await live.page.goto(live.at('/wallets'));
  await live.open('XOF');
  assert.equal(await live.page.getByRole('button', { name: 'Add test money' }).count(), 0);
});
