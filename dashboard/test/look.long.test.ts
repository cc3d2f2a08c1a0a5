import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes, until } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import type { TestPage } from './browser.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const languages = ['en', 'fr', 'es', 'pt', 'ht', 'sw'];

/** A page on which everything is loaded. */
async function show({ page, quiet }: TestPage, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await quiet();
  await page.locator('[role=status][aria-label]').waitFor({ state: 'detached' });
}

/** The sizes of all text that is on the screen, in pixels, each with an example. */
const sizesOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(`(() => {
    const sizes = {};
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: one, textContent } = walker.currentNode;
      if (textContent.trim() === '' || !one.checkVisibility() || /^(script|style|title)$/i.test(one.tagName)) continue;
      sizes[parseFloat(getComputedStyle(one).fontSize)] ??= one.outerHTML.slice(0, 160);
    }
    for (const field of document.querySelectorAll('input, textarea'))
      if (field.checkVisibility() && field.type !== 'checkbox' && field.type !== 'radio')
        sizes[parseFloat(getComputedStyle(field).fontSize)] ??= field.outerHTML.slice(0, 160);
    return sizes;
  })()`);
const scale = ['12', '13', '14', '16', '20', '32'];
const odd = (sizes: Record<string, string>) => Object.entries(sizes).filter(([size]) => !scale.includes(size));

test('text has six sizes, on pages of merchants and of operators', async (t) => {
  const merchant = await shop.open({ viewport: desk });
  t.after(merchant.close);
  const { at, payment, payout, wallet, endpoint } = shop;
  const own = [
    '/home',
    '/payments',
    `/payments/${payment}`,
    `/payouts/${payout}`,
    '/payouts/new',
    `/wallets/${wallet}`,
  ];
  for (const path of [
    ...own,
    `/wallets/${wallet}/statement`,
    '/webhooks',
    `/webhooks/${endpoint}`,
    '/keys',
    '/settings',
  ]) {
    await show(merchant, at(path));
    if (path === '/home') await merchant.page.locator('svg.recharts-surface').first().waitFor();
    assert.deepEqual(odd(await sizesOf(merchant.page)), [], path);
  }
  const operator = await office.open(office.admin, { viewport: desk });
  t.after(operator.close);
  for (const path of [
    '/health',
    '/approvals',
    `/approvals/${office.approval}`,
    `/kyc/${office.submission}`,
    '/limits',
  ]) {
    await show(operator, `/dashboard/operator${path}`);
    assert.deepEqual(odd(await sizesOf(operator.page)), [], path);
  }
  // Control: one text of another size is found.
  await operator.page.evaluate(`document.querySelector('main h1').style.fontSize = '24px'`);
  // The page draws it with the next frame.
  await becomes(async () => odd(await sizesOf(operator.page)).map(([size]) => size), ['24']);
});

test('space comes in steps', () => {
  const root = join(import.meta.dirname, '../src');
  const steps = [0, 4, 8, 12, 16, 24, 32, 48];
  const found: string[] = [];
  for (const file of globSync('**/*.css', { cwd: root })) {
    const style = readFileSync(join(root, file), 'utf8');
    for (const [rule, , values] of style.matchAll(/(?:^|[\s;{])(padding|margin|gap)[a-z-]*:([^;]*)/g))
      for (const [, amount, unit] of values!.matchAll(/(?<![\w.-])([\d.]+)(px|rem)/g))
        if (!steps.includes(Number(amount) * (unit === 'rem' ? 16 : 1))) found.push(`${file}: ${rule.trim()}`);
  }
  assert.deepEqual(found, []);
});

test('a payment is one large amount, its state and customer, and at most six facts', async (t) => {
  for (const [locale, more] of [
    ['en-GB', 'More details'],
    ['fr-FR', 'Plus de détails'],
  ] as const)
    for (const viewport of [desk, phone]) {
      const opened = await shop.open({ viewport, locale });
      t.after(opened.close);
      const { page } = opened;
      await show(opened, shop.at(`/payments/${shop.payment}`));
      const large = await page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
        .filter((one) => one.childElementCount === 0 && one.checkVisibility())
        .filter((one) => parseFloat(getComputedStyle(one).fontSize) > 20).map((one) => one.innerText)`);
      assert.equal(large.length, 1);
      assert.match(large[0]!, /250.000/);
      const head = page.locator('main article > header');
      await head.getByText('+221770000100').waitFor();
      const facts = page.locator('main dl dt:visible');
      assert.ok((await facts.count()) <= 6, `${await facts.count()}`);
      const id = page.locator('main dl').getByText(shop.payment);
      await id.waitFor({ state: 'hidden' });
      await page.getByText(more).click();
      await id.waitFor();
      assert.equal((await violations(page)).join('\n'), '');
    }
});

test('labels stand above their values', async (t) => {
  const opened = await shop.open({ viewport: desk });
  t.after(opened.close);
  await show(opened, shop.at(`/payments/${shop.payment}`));
  const fact = opened.page.locator('main dl > div').first();
  const [label, value] = [await fact.locator('dt').boundingBox(), await fact.locator('dd').boundingBox()];
  assert.ok(label!.y + label!.height <= value!.y);
  assert.equal(label!.x, value!.x);
});

/** Cells of amounts, states, times and phones with more in them than they show, or beyond the screen. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('td[data-line]:not([data-line="name"])')]
    .filter((cell) => cell.checkVisibility())
    .flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
      || one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 160))`);

test('on a phone a row is two lines, in which nothing important is cut in any language', async (t) => {
  for (const language of languages) {
    const opened = await shop.open({ viewport: phone });
    t.after(opened.close);
    const { page } = opened;
    await page.addInitScript(`localStorage.setItem('rialto-language', '${language}')`);
    for (const path of ['/payments', '/refunds', '/payouts', `/payouts/${shop.payout}`, '/wallets', '/transfers']) {
      await show(opened, shop.at(path));
      const rows = page.locator('tbody tr');
      await rows.first().waitFor();
      assert.deepEqual(await cut(page), [], `${language} ${path}`);
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        false,
        `${language} ${path} scrolls sideways`,
      );
      for (const row of await rows.all()) assert.ok((await row.boundingBox())!.height >= 64);
    }
    assert.equal(await page.evaluate('document.documentElement.lang'), language);
    if (language !== 'sw') continue;
    // Control: cells with too little room are found.
    await show(opened, shop.at('/payments'));
    await page.evaluate(`document.querySelectorAll('td[data-line="when"]').forEach((cell) => {
      cell.style.width = '20px'; cell.style.overflow = 'hidden'; })`);
    assert.ok((await cut(page)).length > 0);
  }
});

test('a payment of a phone’s list shows its customer and amount above its state and time', async (t) => {
  const opened = await shop.open({ viewport: phone });
  t.after(opened.close);
  await show(opened, shop.at('/payments'));
  const row = opened.page.getByRole('row').filter({ hasText: '250,000' });
  const place = async (line: string) => (await row.locator(`td[data-line=${line}]`).boundingBox())!;
  const [who, much, state, when] = [await place('who'), await place('much'), await place('state'), await place('when')];
  assert.ok(who.x < much.x && state.x < when.x);
  assert.ok(Math.abs(who.y - much.y) < 8 && state.y >= who.y + who.height && when.y >= much.y + much.height);
  await row.click();
  await opened.page.waitForURL(/\/payments\/pay_/);
});

test('a merchant’s menu has six entries, and developers’ tools are folded', async (t) => {
  for (const [locale, tools, webhooks] of [
    ['en-GB', 'Developer tools', 'Webhooks'],
    ['fr-FR', 'Outils techniques', 'Webhooks'],
  ] as const) {
    const opened = await shop.open({ viewport: desk, locale });
    t.after(opened.close);
    const { page } = opened;
    await show(opened, shop.at('/payments'));
    const entries = page.getByRole('navigation').locator('a:visible, summary:visible');
    await becomes(() => entries.count(), 6);
    await page.getByText(tools, { exact: true }).click();
    await page.getByRole('link', { name: webhooks }).click();
    await page.waitForURL(/\/webhooks$/);
    assert.equal((await violations(page)).join('\n'), '');
  }
});

test('a phone has the main pages and the menu at its bottom, each large enough for a finger', async (t) => {
  for (const [locale, payouts, menu] of [
    ['en-GB', 'Payouts', 'Open the menu'],
    ['fr-FR', 'Versements', 'Ouvrir le menu'],
  ] as const) {
    const opened = await shop.open({ viewport: phone, locale });
    t.after(opened.close);
    const { page } = opened;
    await show(opened, shop.at('/payments'));
    const bar = page.locator('footer nav');
    for (const item of await bar.locator('a, button').all()) {
      const box = (await item.boundingBox())!;
      assert.ok(box.width >= 44 && box.height >= 44);
      assert.ok(box.y + box.height <= phone.height);
    }
    await bar.getByRole('link', { name: payouts }).click();
    await page.waitForURL(/\/payouts$/);
    await page.getByRole('button', { name: menu }).click();
    await page
      .locator('summary')
      .filter({ hasText: /^(More|Plus)$/ })
      .click();
    assert.equal((await violations(page)).join('\n'), '');
    await page.getByRole('link', { name: /^(Refunds|Remboursements)$/ }).click();
    await page.waitForURL(/\/refunds$/);
  }
});

test('test mode is a thin line and a chip', async (t) => {
  const opened = await shop.open({ viewport: desk });
  t.after(opened.close);
  const { page } = opened;
  await show(opened, shop.at('/payments'));
  const line = await page.evaluate(`getComputedStyle(document.querySelector('[data-mode=test]'), '::before').height`);
  assert.equal(line, '4px');
  const chip = (await page.getByText('Test mode').boundingBox())!;
  assert.ok(chip.width < 120 && chip.height <= 24);
});

test('today’s takings come first, and charts name the merchant’s time zone', async (t) => {
  await shop.person.call('PATCH', '/merchants/me', { time_zone: 'Africa/Nairobi' });
  for (const [locale, zone, today] of [
    ['en-GB', 'East Africa Time', 'Taken today'],
    ['fr-FR', 'Afrique de l’Est', 'Encaissé aujourd’hui'],
  ] as const)
    for (const viewport of [desk, phone]) {
      const opened = await shop.open({ viewport, locale, timezoneId: 'America/Lima' });
      t.after(opened.close);
      const { page } = opened;
      await show(opened, shop.at('/home'));
      await until(async () => (await page.getByText(zone).count()) >= 3);
      const takings = page.locator('dl').filter({ hasText: today }).first();
      await takings.getByText(/250.000/).waitFor();
      const above = (await takings.boundingBox())!.y;
      const chart = (await page.locator('svg.recharts-surface').first().boundingBox())!.y;
      assert.ok(above < chart);
      assert.equal((await violations(page)).join('\n'), '');
    }
});

test('the merchant’s logo stands before its integration', async (t) => {
  const opened = await shop.open({ viewport: desk });
  t.after(opened.close);
  const { page } = opened;
  await show(opened, shop.at('/payments'));
  // Without a logo, the first letter of the merchant's name.
  await page.locator('header button').first().getByText('B', { exact: true }).waitFor();
});

test('effects of one moment are one entry of the timeline', async (t) => {
  const opened = await shop.open({ viewport: desk });
  t.after(opened.close);
  await show(opened, shop.at(`/payments/${shop.payment}`));
  const times = await opened.page.locator('main ol time').allInnerTexts();
  assert.ok(times.length > 1);
  assert.equal(new Set(times).size, times.length, times.join(', '));
  await opened.page.getByText('Payment succeeded').first().waitFor();
});

/** The contrast of a colour variable of the page with its background, as WCAG counts it. */
const contrastOf = (page: Page, variable: string): Promise<number> =>
  page.evaluate(`(() => {
    const lightOf = (name) => {
      // A new element each time: a changed colour would be in transition.
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(' + name + ')';
      const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
      probe.remove();
      const [r, g, b] = parts.map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [low, high] = [lightOf('${variable}'), lightOf('--mantine-color-body')].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  })()`);

test('the colours of charts stand out from the page in both schemes', async (t) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const opened = await shop.open({ viewport: desk, colorScheme });
    t.after(opened.close);
    await show(opened, shop.at('/home'));
    for (const colour of ['--mantine-primary-color-filled', '--bad', '--calm'])
      assert.ok((await contrastOf(opened.page, colour)) >= 3, `${colour} (${colorScheme})`);
    // Control: the lines between rows are fainter.
    assert.ok((await contrastOf(opened.page, '--line')) < 3);
  }
});

/** Remembers how long each animation of the page lasts, in seconds. */
const watchAnimations = (page: Page): Promise<void> =>
  page.evaluate(`window.lasted = []; document.addEventListener('animationstart', ({ target }) =>
    window.lasted.push(getComputedStyle(target).animationDuration))`);

test('a new row and a payment that is paid move for a moment, unless less motion is asked for', async (t) => {
  for (const [reducedMotion, row, paid] of [
    ['no-preference', '0.12s', '0.2s'],
    ['reduce', '1e-05s', '1e-05s'],
  ] as const) {
    const opened = await shop.open({ viewport: desk, reducedMotion });
    t.after(opened.close);
    const { page } = opened;
    const lasted = () => page.evaluate<string[]>('window.lasted');
    await show(opened, shop.at('/payments'));
    await watchAnimations(page);
    const customer = '+221770000007';
    const made = await shop.merchant.call('POST', '/payments', { amount: 900, currency: 'XOF', customer });
    await until(async () => (await lasted()).includes(row));
    await show(opened, shop.at(`/payments/${made.body.id}`));
    await page.getByText('Waiting for customer').first().waitFor();
    await watchAnimations(page);
    await page.getByRole('button', { name: 'Approve as the customer' }).click();
    await page.getByText('Payment succeeded').first().waitFor();
    await until(async () => (await lasted()).includes(paid));
  }
});
