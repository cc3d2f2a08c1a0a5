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
  if (!endpoint) throw new Error('No browser to test with. Run `npm test -- dashboard/test/one.test.ts`');
  connecting ??= chromium.connect(endpoint, { timeout: 30_000 });
  return connecting;
}

/**
 * Closes everything. Call it after a file's tests: a failed test leaves its page open, and the process would not exit.
 */
export async function closeBrowser(): Promise<void> {
  const connected = await connecting;
  connecting = undefined;
  await connected?.close();
}

export type TestPage = {
  readonly page: Page;
  /** Events that no page may cause: console errors, exceptions, policy violations and failed requests. */
  readonly complaints: string[];
  /**
   * Resolves when no request is in flight. (Playwright's idle state never comes with an event stream.) A page that has
   * not started its requests is quiet too, so wait first for something that it shows.
   */
  quiet(): Promise<void>;
  /** For a test inside the one that opened the page, which reports failures by itself. */
  showFailure(test: TestContext): void;
  close(): Promise<void>;
};

/** A page in its own context, without another test's cookies or settings. `base` is the service's address. */
export async function openPage(base: string, options: BrowserContextOptions = {}): Promise<TestPage> {
  // Before any await: after one, Playwright's callbacks belong to the test that connected first.
  const test = getTestContext();
  const context = await (await browser()).newContext({
    baseURL: base,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    ...options,
  });
  // On a machine with a stalled disk, a commit and its answer can take very long.
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.complain('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // With the address: the message alone does not say which request got 400.
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
      if (Date.now() > end) throw new Error(`still in flight: ${[...pending.keys()].map((request) => request.url())}`);
      await setTimeout(50);
    }
  };
  /** Routes end first: a handler that answers a closed page would fail whichever test runs by then. */
  const close = async () => {
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, complaints, quiet, showFailure, close };
}

/**
 * Opens a page of the dashboard. The first one is loaded; for the others the running application changes its address,
 * which costs a third. Between two pages it shows that an address does not exist, so that no part of the page before
 * is taken for the next one.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (!page.url().includes('/dashboard/')) {
    await page.goto(path);
    return;
  }
  const change = (address: string) =>
    page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`);
  const nothing = page.getByRole('heading', { name: 'Page not found' });
  await change('/dashboard/nothing/between/two/pages');
  await nothing.waitFor();
  await change(path);
  await nothing.waitFor({ state: 'detached' });
}

/** The cookies that a sign-in leaves: the tokens, which no script can read, and the mark that they exist. */
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
