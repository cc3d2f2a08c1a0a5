import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { startBrowser } from '../../scripts/browser.ts';
import { freePort } from './free-port.ts';
import { table } from './table.ts';

/**
 * `node bench/src/payer.ts` measures the waits of a shop without a developer and of its payers: from `npm start` to a
 * paid link with its receipt by clicking, the first paint of a payer's pages on 3G and a cheap phone, a till's screen.
 */
const { values } = parseArgs({
  options: { visits: { type: 'string', default: '9' }, sales: { type: 'string', default: '20' } },
});
const root = new URL('../../', import.meta.url).pathname;
/** 1.6 Mbit/s and 150 ms; a CPU of a sixth. */
const threeG = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_RATE = 6;
const phone = { viewport: { width: 360, height: 640 }, locale: 'en-GB' };
const PASSWORD = 'a long enough password';
/** The sandbox's customer with this phone approves at once. */
const PAYER = '+221770000100';
const EXPECTED = { story: 90_000, paint: 1_500, till: 1_000 };

const directory = mkdtempSync(join(tmpdir(), 'rialto-bench-'));
chmodSync(directory, 0o755);
const server = await startBrowser();
const browser = await chromium.connect(server.wsEndpoint());
// The addresses of links and receipts contain the port.
const port = await freePort();
const began = performance.now();
const service = start();
try {
  await measure();
} finally {
  await browser.close();
  await server.close();
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  rmSync(directory, { recursive: true, force: true });
}

function start(): ChildProcess {
  const settings = { PORT: String(port), DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'warn', RATE_LIMIT: 'off' };
  return spawn('npm', ['start'], {
    cwd: root,
    // Detached, so that Ctrl-C reaches only the bench, which then stops the service.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
}

async function measure(): Promise<void> {
  const base = await readBase();
  const ready = performance.now() - began;
  const shop = await browser.newContext({ baseURL: base, locale: 'en-GB' });
  const story = await payFirstLink(shop);
  const paints = await paintPages(base, story);
  const tills = await turnGreen(await shop.newPage(), story.world, base);
  const row = (name: string, times: readonly number[], expected: number) => {
    const sorted = [...times].sort((one, other) => one - other);
    const worst = sorted.at(-1)!;
    const middle = sorted[Math.floor(sorted.length / 2)]!;
    return [
      name,
      ...[middle, worst].map((ms) => ms.toFixed(0)),
      `≤ ${expected}`,
      worst <= expected ? 'met' : 'NOT MET',
    ];
  };
  console.log(`npm start was ready after ${ready.toFixed(0)} ms; the story had ${story.clicks} clicks.\n`);
  console.log(
    table(
      ['ms', 'median', 'worst', 'expected', ''],
      [
        row('npm start to a paid link with its receipt', [story.ms], EXPECTED.story),
        row('first paint of a link on 3G', paints.link, EXPECTED.paint),
        row('first paint of a session on 3G', paints.session, EXPECTED.paint),
        row('first paint of a receipt on 3G', paints.receipt, EXPECTED.paint),
        row('payment succeeded to a green till', tills, EXPECTED.till),
      ],
    ),
  );
}

/** The banner contains the URL once the service listens. */
async function readBase(): Promise<string> {
  for await (const line of createInterface({ input: service.stdout! })) {
    const base = /http:\/\/localhost:(\d+)/.exec(line);
    if (!base) continue;
    service.stdout!.resume();
    return `http://localhost:${base[1]}`;
  }
  throw new Error('The service did not start');
}

type Story = {
  readonly ms: number;
  readonly clicks: number;
  /** `/dashboard/int_…/test` */
  readonly world: string;
  readonly link: string;
  readonly receipt: string;
};

/** Signs up, makes a link, pays it on a phone and opens the receipt. */
async function payFirstLink(shop: BrowserContext): Promise<Story> {
  let clicks = 0;
  const click = (page: Page, role: 'button' | 'link', name: string | RegExp) => {
    clicks++;
    return page.getByRole(role, { name }).first().click();
  };
  const page = await shop.newPage();
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Name of the business').fill('Chez Awa');
  await page.getByLabel('Phone').fill('+221770012345');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await click(page, 'button', 'Sign up');
  await page.getByLabel('Code').fill('000000');
  await click(page, 'button', 'Confirm');
  await page.getByRole('heading', { name: 'Take your first payment' }).waitFor();
  await click(page, 'link', 'Payment links');
  await click(page, 'button', 'Create a link');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Rice, 5 kg');
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('12500');
  clicks++;
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await page.waitForURL(/\/links\/lnk_/);
  const link = new URL(
    await page
      .getByText(/\/pay\/\w+$/)
      .first()
      .innerText(),
  ).pathname;
  const payer = await (await browser.newContext({ ...phone, baseURL: new URL(page.url()).origin })).newPage();
  await payer.goto(link);
  await click(payer, 'button', 'Continue');
  await payer.getByLabel('Your phone number').fill(PAYER);
  await click(payer, 'button', /^Pay XOF/);
  await payer
    .getByText(/has received your payment/)
    .first()
    .waitFor();
  await click(payer, 'button', 'Receipt');
  await payer.waitForURL(/\/r\/\w/);
  await payer.getByText('Chez Awa').first().waitFor();
  const ms = performance.now() - began;
  const [world] = /\/dashboard\/int_\w+\/test/.exec(page.url())!;
  const receipt = new URL(payer.url()).pathname;
  await Promise.all([payer.context().close(), page.close()]);
  return { ms, clicks, world, link, receipt };
}

/** The first contentful paint, each visit with an empty cache. */
async function paintPages(base: string, { link, receipt }: Story) {
  const opened = await browser.newContext({ ...phone, baseURL: base });
  const page = await opened.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your phone number').waitFor();
  const session = new URL(page.url()).pathname;
  await opened.close();
  const times: Record<'link' | 'session' | 'receipt', number[]> = { link: [], session: [], receipt: [] };
  for (let visit = 0; visit < Number(values.visits); visit++)
    for (const [name, path] of Object.entries({ link, session, receipt }))
      times[name as keyof typeof times].push(await paintOnce(browser, base, path));
  return times;
}

async function paintOnce(visitor: Browser, base: string, path: string): Promise<number> {
  const context = await visitor.newContext({ ...phone, baseURL: base });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', threeG);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.goto(path);
  const painted = (await page.evaluate(`new Promise((done) => new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint) done(paint.startTime);
  }).observe({ type: 'paint', buffered: true }))`)) as number;
  await context.close();
  return painted;
}

/** From the time of the event `payment.succeeded`, which its transaction writes, until the screen is green. */
async function turnGreen(page: Page, world: string, base: string): Promise<number[]> {
  await page.goto(`${world}/till`);
  await page.getByRole('button', { name: 'Create a till' }).click();
  await page.getByRole('dialog').getByLabel('Name of the till').fill('Counter');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a till' }).click();
  // The link's page has the code to print.
  await page.waitForURL(/\/links\/lnk_/);
  await page.goto(`${world}/till`);
  await page.getByRole('button', { name: 'Start a shift: Counter' }).click();
  const payer = await (await browser.newContext({ ...phone, baseURL: base })).newPage();
  const screen = page.getByRole('region', { name: 'Sale', exact: true });
  const times: number[] = [];
  for (let sale = 0; sale < Number(values.sales); sale++) {
    await page.getByLabel('Amount to pay').fill(String(500 + sale));
    await page.getByRole('button', { name: 'Show the code' }).click();
    await screen.getByText('Waiting for the payment').waitFor();
    const answer = page.evaluate(`new Promise((done) => {
      const look = () => document.querySelector('[data-status=paid]') ? done(Date.now()) : requestAnimationFrame(look);
      look();
    })`) as Promise<number>;
    const { path } = await newestSession(page);
    await payer.goto(path);
    await payer.getByLabel('Your phone number').fill(`+22177001${1_000 + sale}`);
    await payer.getByRole('button', { name: /^Pay XOF/ }).click();
    times.push((await answer) - (await paidAt(page)));
    await page.getByRole('button', { name: 'New sale' }).click();
    await sleep(100);
  }
  return times;
}

/** The dashboard's own session reads the API. */
async function ask(page: Page, path: string) {
  const [, integration] = /\/dashboard\/(int_\w+)\/test/.exec(page.url())!;
  const headers = { 'Service-Session': 'cookie', 'Service-Integration': integration!, 'Service-Mode': 'test' };
  const reply = await page.request.get(`/api/v1${path}`, { headers });
  if (!reply.ok()) throw new Error(await reply.text());
  return (await reply.json()).data[0];
}

async function newestSession(page: Page): Promise<{ path: string }> {
  const { url } = await ask(page, '/checkout/sessions?limit=1');
  return { path: new URL(url).pathname };
}

async function paidAt(page: Page): Promise<number> {
  return Date.parse((await ask(page, '/events?type=payment.succeeded&limit=1')).created_at);
}
