import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitingPayment } from '../../service/test/support/flows.ts';
import { violations } from './axe.ts';
import { visit } from './browser.ts';
import { openShop, type Shop } from './shop.ts';

const password = 'a password that is long enough';
let shop: Shop;
let waiting: string;
before(async () => {
  shop = await openShop(password);
  waiting = (await waitingPayment(shop.merchant)).id;
});
after(() => shop.stop());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const more = async (page: Page, act: string) => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name: act }).click();
  // The menu fades while the dialog opens.
  await page.locator('[role=menu]').waitFor({ state: 'detached' });
};

type Dialog = {
  readonly at: (shop: Shop) => string;
  readonly open: (page: Page) => Promise<unknown>;
  /** A dialog that shows a secret closes only with its own button. */
  readonly keeps?: true;
};
const endpoint = ({ at, endpoint }: Shop) => at(`/webhooks/${endpoint}`);
const dialogs: Record<string, Dialog> = {
  refund: { at: ({ at, payment }) => at(`/payments/${payment}`), open: (page) => press(page, 'Refund') },
  'cancel payment': { at: ({ at }) => at(`/payments/${waiting}`), open: (page) => press(page, 'Cancel payment') },
  'open wallet': { at: ({ at }) => at('/wallets'), open: (page) => press(page, 'Open a wallet') },
  'add test money': { at: ({ at, wallet }) => at(`/wallets/${wallet}`), open: (page) => press(page, 'Add test money') },
  'create key': { at: ({ at }) => at('/keys'), open: (page) => press(page, 'Create key') },
  'roll key': { at: ({ at }) => at('/keys'), open: (page) => press(page, /^Roll the key/) },
  'revoke key': { at: ({ at }) => at('/keys'), open: (page) => press(page, /^Revoke the key/) },
  'add endpoint': { at: ({ at }) => at('/webhooks'), open: (page) => press(page, 'Add endpoint') },
  'edit endpoint': { at: endpoint, open: (page) => more(page, 'Edit') },
  'roll secret': { at: endpoint, open: (page) => more(page, 'Roll secret') },
  'secret once': {
    at: endpoint,
    open: async (page) => {
      await more(page, 'Roll secret');
      await page.getByRole('dialog').getByRole('button', { name: 'Roll secret' }).click();
      await page.getByText('Shown only once.').waitFor();
    },
    keeps: true,
  },
  'key once': {
    at: ({ at }) => at('/keys'),
    open: async (page) => {
      await press(page, 'Create key');
      await page.getByRole('dialog').getByRole('checkbox', { name: 'See payments and refunds.' }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Shown only once.').waitFor();
    },
    keeps: true,
  },
  'endpoint secret once': {
    at: ({ at }) => at('/webhooks'),
    open: async (page) => {
      await press(page, 'Add endpoint');
      await page.getByRole('dialog').getByLabel('URL').fill('https://shop.example/hooks');
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByText('Shown only once.').waitFor();
    },
    keeps: true,
  },
  'disable endpoint': { at: endpoint, open: (page) => more(page, 'Disable') },
  'delete endpoint': { at: endpoint, open: (page) => more(page, 'Delete') },
  'replay all': {
    at: ({ at, endpoint }) => at(`/webhooks/${endpoint}?tab=dead`),
    open: (page) => press(page, 'Replay all'),
  },
  search: { at: ({ at }) => at('/payments'), open: (page) => page.keyboard.press('/') },
  shortcuts: { at: ({ at }) => at('/payments'), open: (page) => page.keyboard.press('?') },
  'two factors': {
    at: () => '/dashboard/account',
    open: async (page) => {
      await press(page, 'Turn on');
      await page.getByRole('dialog').getByLabel('Current password').fill(password);
      await press(page, 'Next');
      await page.getByRole('img', { name: 'QR code' }).waitFor();
    },
  },
};

/** Only colours differ in dark mode, so one dialog of each kind is opened there. `npm run test:long` opens all. */
const all = process.env.PAGES === 'all';
const inTheDark = all ? Object.keys(dialogs) : ['refund', 'secret once', 'search'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every dialog is accessible (${colorScheme})`, async (t) => {
    const { page, complaints, close } = await shop.open({ colorScheme });
    for (const [name, { at, open, keeps }] of Object.entries(dialogs)) {
      if (colorScheme === 'dark' && !inTheDark.includes(name)) continue;
      await t.test(name, async () => {
        await (all ? page.goto(at(shop)) : visit(page, at(shop)));
        await page.locator('main h1').first().waitFor();
        await page.locator('[role=status][aria-label]').waitFor({ state: 'detached' });
        await open(page);
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        assert.equal((await violations(page)).join('\n'), '');
        // Escape closes it.
        await page.keyboard.press('Escape');
        if (keeps) {
          await page.keyboard.press('Escape');
          assert.ok(await page.getByText('Shown only once.').isVisible());
          await dialog.getByRole('button', { name: 'Done' }).click();
        }
        await dialog.waitFor({ state: 'detached' });
        assert.equal(complaints.splice(0).join('\n'), '');
      });
    }
    await close();
  });
}

const menus: Record<string, Pick<Dialog, 'at' | 'open'>> = {
  person: { at: ({ at }) => at('/payments'), open: (page) => press(page, /^Menu of/) },
  integration: { at: ({ at }) => at('/payments'), open: (page) => page.getByTitle('Integration').click() },
  record: { at: endpoint, open: (page) => press(page, 'More') },
  language: { at: () => '/dashboard/sign-in', open: (page) => press(page, /^Language/) },
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every menu is accessible when it is open (${colorScheme})`, async (t) => {
    const { page, close } = await shop.open({ colorScheme });
    for (const [name, { at, open }] of Object.entries(menus))
      await t.test(name, async () => {
        await page.goto(at(shop));
        await page.locator('main h1').first().waitFor();
        await open(page);
        await page.getByRole('menu').waitFor();
        assert.equal((await violations(page)).join('\n'), '');
        // The first item has the focus, so the arrow keys work at once.
        await page.locator('[role=menuitem]:focus').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      });
    await close();
  });
}

/** The position and opacity of a dialog, frame by frame, for half a second after it appears. */
const watchCancel = `new Promise((resolve) => {
  const seen = new Set();
  let end = Infinity;
  const look = () => {
    const dialog = document.querySelector('[role=dialog]');
    if (dialog && end === Infinity) end = performance.now() + 500;
    if (dialog) seen.add(dialog.getBoundingClientRect().top + ' ' + getComputedStyle(dialog).opacity);
    if (performance.now() < end) requestAnimationFrame(look);
    else resolve([...seen]);
  };
  [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === 'Cancel payment').click();
  requestAnimationFrame(look);
})`;

for (const [reducedMotion, stands] of [
  ['reduce', true],
  ['no-preference', false],
] as const) {
  test(`a dialog ${stands ? 'does not move under reduced motion' : 'moves in: control'}`, async () => {
    const { page, close } = await shop.open({ reducedMotion });
    await page.goto(shop.at(`/payments/${waiting}`));
    await page.getByRole('button', { name: 'Cancel payment' }).first().waitFor();
    const seen = (await page.evaluate(watchCancel)) as string[];
    assert.equal(seen.length === 1, stands, seen.join(', '));
    await close();
  });
}
