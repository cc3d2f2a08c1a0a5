import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bothWorlds } from '../../service/test/support/flows.ts';
import { becomes, startTestService } from '../../service/test/support/harness.ts';
import { memberOf } from '../../service/test/support/members.ts';
import { giveAuthenticator, joinAs } from '../../service/test/support/person.ts';
import { closeBrowser, keepSession, openPage } from './browser.ts';

after(closeBrowser);

test('signing in to a live account starts in live mode', async (t) => {
  const service = await startTestService(bothWorlds);
  t.after(() => service.stop());
  const { merchantId } = await service.merchant();
  await service.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [merchantId]);
  for (const mode of ['live', 'test']) {
    const { token } = await service.person('merchant', { merchantId, livemode: mode === 'live' });
    const headers = { authorization: `Bearer ${token}` };
    const { page, close } = await openPage(service.base, { extraHTTPHeaders: headers });
    t.after(close);
    await keepSession(page.context(), '127.0.0.1', {});
    await page.goto('/dashboard/');
    await page.waitForURL(new RegExp(`/${mode}/home$`));
  }
});

test('with live mode, an operator without a second factor sets one up first, then continues', async (t) => {
  const service = await startTestService(bothWorlds);
  t.after(() => service.stop());
  const { id, token } = await service.person('operator', { role: 'admin', twoFactor: 'none' });
  const { page, complaints, close } = await openPage(service.base, {
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  t.after(close);
  await keepSession(page.context(), '127.0.0.1', {});
  for (const path of ['', 'operator/limits', 'operator/approvals']) {
    await page.goto(`/dashboard/${path}`);
    await page.waitForURL(/\/account$/);
    await page.getByText('requires a second factor from every operator').waitFor();
  }
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  await giveAuthenticator(service.db, id);
  await page.goto('/dashboard/operator/limits');
  await page.getByRole('heading', { name: 'Limits', exact: true }).waitFor();
  assert.match(page.url(), /operator\/limits$/);
  assert.equal(complaints.join('\n'), '');
});

test('a role is not offered changes that it may not make', async (t) => {
  const service = await startTestService(bothWorlds);
  t.after(() => service.stop());
  const merchant = await service.merchant();
  await service.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [merchant.merchantId]);
  /** The pages with something to create, and the button for it. */
  const acts: Record<string, string> = {
    '/payouts': 'Pay many',
    '/transfers': 'Make a transfer',
    '/wallets': 'Open a wallet',
    '/keys': 'Create key',
    '/webhooks': 'Add endpoint',
  };
  const offers = async (page: Page, mode: string, expected: string[]) => {
    for (const [path, name] of Object.entries(acts)) {
      await page.goto(`/dashboard/${merchant.integrationId}/${mode}${path}`);
      await page.locator('main').getByRole('heading', { level: 2 }).or(page.locator('main table')).first().waitFor();
      const act = page
        .locator('main')
        .getByRole('button', { name })
        .or(page.getByRole('link', { name, exact: true }));
      await becomes(async () => (await act.count()) > 0, expected.includes(name), `${mode} ${name}`);
    }
  };
  const as = async (role: 'viewer' | 'developer') => {
    const { id, token } = await service.person('developer');
    await joinAs(service.db, role, merchant.integrationId, id);
    const { page, close } = await openPage(service.base, { extraHTTPHeaders: { authorization: `Bearer ${token}` } });
    t.after(close);
    await keepSession(page.context(), '127.0.0.1', {});
    return page;
  };
  const viewer = await as('viewer');
  await offers(viewer, 'test', []);
  await viewer.goto(`/dashboard/${merchant.integrationId}/test/payouts/new`);
  await viewer.getByText('Your role can read this page, but not change anything.').waitFor();
  const developer = await as('developer');
  await offers(developer, 'test', Object.values(acts));
  await offers(developer, 'live', ['Add endpoint']);
});

test('a waiting payout offers its approval only to owners and the merchant’s people', async (t) => {
  const service = await startTestService({ ...bothWorlds, PAYOUT_APPROVAL_ABOVE: 'XOF:1000' });
  t.after(() => service.stop());
  const merchant = await service.merchant();
  await service.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [merchant.merchantId]);
  const wallet = await merchant.wallet('XOF', 5_000n);
  const maker = await memberOf(service, merchant, 'developer');
  const items = [{ recipient: '+221770000250', amount: 1_001 }];
  const { id } = (await maker.call('POST', '/payouts', { currency: 'XOF', wallet, items })).body;
  for (const [kind, buttons] of [
    ['viewer', 0],
    ['developer', 0],
    ['owner', 2],
    ['merchant', 2],
  ] as const) {
    const { token } = await memberOf(service, merchant, kind);
    const { page, close } = await openPage(service.base, { extraHTTPHeaders: { authorization: `Bearer ${token}` } });
    t.after(close);
    await keepSession(page.context(), '127.0.0.1', {});
    const roleRead = page.waitForResponse('**/api/v1/integrations?*');
    await page.goto(`/dashboard/${merchant.integrationId}/test/payouts/${id}`);
    await roleRead;
    await page.getByText('Nothing is paid until a second person approves it').waitFor();
    const offered = page.getByRole('button', { name: /^(Approve|Reject)$/ });
    await becomes(() => offered.count(), buttons, kind);
  }
});
