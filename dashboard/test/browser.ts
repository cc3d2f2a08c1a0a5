import { getTestContext, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { watchPage } from './show-failure.ts';

let connecting: Promise<Browser> | undefined;

/** The browser that scripts/test.mjs started for the whole run. */
function browser(): Promise<Browser> {
  const endpoint = process.env.RIALTO_TEST_BROWSER;
  if (!endpoint) throw new Error('there is no browser to test with: run `npm test -- dashboard/test/one.test.ts`');
  connecting ??= chromium.connect(endpoint, { timeout: 30_000 });
  return connecting;
}

/** Closes what is open. To be done after the tests of a file: one that failed left its page, and the process would wait for it. */
export async function closeBrowser(): Promise<void> {
  const connected = await connecting;
  connecting = undefined;
  await connected?.close();
}

export type TestPage = {
  readonly page: Page;
  /** What no page may leave behind: errors on the console, exceptions, breaches of the policy, requests that failed. */
  readonly complaints: string[];
  /**
   * Nothing is asked for any more. (For Playwright a page with a stream of events is never idle.) A page that has not begun
   * to ask is quiet too: wait first for something that it shows.
   */
  quiet(): Promise<void>;
  /** For a test within the one that opened the page, which tells by itself. */
  showFailure(test: TestContext): void;
  close(): Promise<void>;
};

/** A page in a context of its own: no cookie or preference of another test. `base` is the service's. */
export async function openPage(base: string, options: BrowserContextOptions = {}): Promise<TestPage> {
  // Before anything is waited for: what Playwright wakes up is of whichever test connected it.
  const test = getTestContext();
  const context = await (await browser()).newContext({
    baseURL: base,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    ...options,
  });
  // A machine whose disk stands still holds up a commit, and an answer with it, for longer than one would think.
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.complain('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // With its address: the words alone do not say what was answered 400.
    complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.stack ?? error.message}`));
  const pending = new Map<Request, number>();
  const showFailure = watchPage(page, complaints, pending);
  showFailure(test);
  let changed = Date.now();
  page.on('request', (request) => {
    changed = Date.now();
    if (!request.url().endsWith('/events/stream')) pending.set(request, changed);
  });
  const settle = (request: Request) => {
    changed = Date.now();
    pending.delete(request);
  };
  page.on('requestfinished', settle);
  page.on('requestfailed', settle);
  const quiet = async () => {
    const end = Date.now() + 60_000;
    while (pending.size > 0 || Date.now() - changed < 250) {
      if (Date.now() > end) throw new Error(`still asked for: ${[...pending.keys()].map((request) => request.url())}`);
      await setTimeout(50);
    }
  };
  /** Routes end first: a handler that answers a closed page would fail whichever test runs by then. */
  const close = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, complaints, quiet, showFailure, close };
}

/** As a sign-in leaves it: tokens that no script reads, and that there are some. */
export async function keepSession(
  context: BrowserContext,
  domain: string,
  tokens: Record<string, string>,
): Promise<void> {
  const cookies = Object.entries({ ...tokens, 'rialto-session': 'open' });
  await context.addCookies(
    cookies.map(([name, value]) => ({
      name,
      value,
      domain,
      path: '/',
      httpOnly: name in tokens,
      sameSite: 'Strict' as const,
    })),
  );
}
