import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { startBrowser } from '../../scripts/browser.ts';
import type { BusyMerchant } from './fill-merchant.ts';

/** Milliseconds. */
export type Timed = {
  readonly painted: number;
  /** The duration of the service's slowest response, as the browser measured it. */
  readonly answered: number;
  /** The page shows an error, for example a list that is too expensive. */
  readonly refused: boolean;
};

export type Watched = {
  readonly page: Page;
  /** Opens an address as if the user had typed it, and waits until no request is pending. */
  arrive(path: string): Promise<void>;
  /** Measures from the next click, or Enter, until the result has been painted. */
  time(act: () => Promise<unknown>): Promise<Timed>;
  close(): Promise<void>;
};

export async function openBrowser(): Promise<{
  open(base: string, who: BusyMerchant): Promise<Watched>;
  close(): Promise<void>;
}> {
  const server = await startBrowser();
  const browser = await chromium.connect(server.wsEndpoint());
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return {
    close,
    open: async (base, who) => watch(await enter(await browser.newContext({ baseURL: base }), base, who)),
  };
}

/** Logs in, with nothing of the dashboard in the browser's cache. */
async function enter(
  context: BrowserContext,
  base: string,
  { phone, password }: BusyMerchant,
): Promise<BrowserContext> {
  const headers = { 'Service-Session': 'cookie', Origin: base };
  const reply = await context.request.post('/api/v1/auth/merchant/login', {
    headers,
    data: { phone, password, mode: 'test' },
  });
  if (!reply.ok()) throw new Error(await reply.text());
  return context;
}

/**
 * Runs in the page. It marks existing rows, because a list keeps them until new ones arrive. The time runs from the
 * event's own time to the task after the frame that shows new rows, an empty list or an error.
 */
const stopwatch = `window.took = new Promise((done, fail) => {
  setTimeout(() => fail(new Error('no result was shown: ' + document.body.innerText)), 30_000);
  for (const row of document.querySelectorAll('tbody tr')) row.dataset.old = '';
  const isShown = () =>
    !document.querySelector('[class*="stale"], [role=status][aria-label]') &&
    document.querySelector(
      'tbody tr:not([data-old]), main [class*="state"]:not([role=status]), main dl[class*="tiles"]');
  const begin = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter') return;
    removeEventListener('click', begin, true);
    removeEventListener('keydown', begin, true);
    const check = () => {
      if (!isShown()) return requestAnimationFrame(check);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const painted = performance.now();
        const answers = performance.getEntriesByType('resource').filter(({ name, startTime, responseEnd }) =>
          name.includes('/api/') && !name.endsWith('/stream') && startTime >= event.timeStamp && responseEnd <= painted);
        done({ painted: painted - event.timeStamp, answered: Math.max(0, ...answers.map(({ duration }) => duration)),
          refused: document.querySelector('main [class*="state"][role=alert]') !== null });
      };
      port2.postMessage(0);
    };
    requestAnimationFrame(check);
  };
  addEventListener('click', begin, true);
  addEventListener('keydown', begin, true);
})`;

async function watch(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage();
  const pending = new Set<unknown>();
  let changed = performance.now();
  const settle = (request: unknown) => {
    changed = performance.now();
    pending.delete(request);
  };
  page.on('request', (request) => {
    changed = performance.now();
    if (!request.url().endsWith('/events/stream')) pending.add(request);
  });
  page.on('requestfinished', settle);
  page.on('requestfailed', settle);
  return {
    page,
    arrive: async (path) => {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      while (pending.size > 0 || performance.now() - changed < 400) await sleep(50);
    },
    time: async (act) => {
      await page.evaluate(`void (${stopwatch})`);
      await act();
      return (await page.evaluate('window.took')) as Timed;
    },
    close: () => context.close(),
  };
}
