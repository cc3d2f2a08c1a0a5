import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { startBrowser } from '../../scripts/browser.ts';
import { setStage } from './stage.ts';
import { table } from './table.ts';

/**
 * `node bench/src/first-minutes.ts` measures a new merchant's first two minutes by clicking: from the empty sign-up
 * form to the first payment, and to its webhook in the test inbox. Typing takes no time here. Each visit has an empty
 * cache. It also counts clicks and requests to the API.
 */
const { values } = parseArgs({ options: { visits: { type: 'string', default: '7' } } });
const EXPECTED_S = 60;

type Visit = {
  readonly landed: number;
  readonly paid: number;
  readonly webhook: number;
  clicks: number;
  requests: number;
};

const stage = await setStage({ profile: undefined, service: { RATE_LIMIT: 'off' } }, new AbortController().signal);
const server = await startBrowser();
const browser = await chromium.connect(server.wsEndpoint());
try {
  const visits: Visit[] = [];
  for (let i = 0; i < Number(values.visits); i++) {
    const context = await browser.newContext({ baseURL: stage.service.base, locale: 'en-GB' });
    visits.push(await visit(await context.newPage(), `+2217700${String(20_000 + i)}`));
    await context.close();
  }
  report(visits);
} finally {
  await browser.close();
  await server.close();
  await stage.clear();
}

async function visit(page: Page, phone: string): Promise<Visit> {
  let [clicks, requests] = [0, 0];
  page.on('request', (request) => request.url().includes('/api/v1/') && requests++);
  const click = (name: string) => {
    clicks++;
    return page.getByRole('button', { name, exact: true }).click();
  };
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Name of the business').fill('Chez Awa');
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await click('Sign up');
  await page.getByLabel('Code').fill('000000');
  await click('Confirm');
  await page.getByText(/Bearer rs_test_/).waitFor();
  const landed = seconds();
  await click('Take a test payment');
  await page.getByText('Your first payment is here').waitFor();
  const paid = seconds();
  await page.getByText('The signature is valid.').waitFor();
  return { landed, paid, webhook: seconds(), clicks, requests };
}

function report(visits: readonly Visit[]): void {
  const row = (name: string, of: (visit: Visit) => number) => {
    const sorted = visits.map(of).sort((one, other) => one - other);
    const worst = sorted.at(-1)!;
    const verdict = worst <= EXPECTED_S ? 'met' : 'NOT MET';
    return [name, sorted[sorted.length >> 1]!.toFixed(1), worst.toFixed(1), `≤ ${EXPECTED_S}`, verdict];
  };
  const most = (of: (visit: Visit) => number) => Math.max(...visits.map(of));
  const [clicks, requests] = [most((one) => one.clicks), most((one) => one.requests)];
  console.log(`${visits.length} visits; ${clicks} clicks and at most ${requests} requests.\n`);
  console.log(
    table(
      ['s from the empty form', 'median', 'worst', 'expected', ''],
      [
        row('the first page, with the key', ({ landed }) => landed),
        row('the first payment', ({ paid }) => paid),
        row('its webhook, with the signature checked', ({ webhook }) => webhook),
      ],
    ),
  );
}
