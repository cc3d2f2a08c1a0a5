import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

let connecting: Promise<Browser> | undefined;
// Here and not where it is connected: that would be the end of the test that was the first to do so.
after(async () => (await connecting)?.close());

/** The browser that scripts/test.mjs started for the whole run. */
function browser(): Promise<Browser> {
  const endpoint = process.env.RIALTO_TEST_BROWSER;
  if (!endpoint) throw new Error('there is no browser to test with: run `npm test -- dashboard/test/one.test.ts`');
  connecting ??= chromium.connect(endpoint, { timeout: 30_000 });
  return connecting;
}

export type TestPage = {
  readonly page: Page;
  /** What no page may leave behind: errors on the console, exceptions, breaches of the policy, requests that failed. */
  readonly complaints: string[];
  close(): Promise<void>;
};

/** A page in a context of its own: no cookie or preference of another test. `base` is the service's. */
export async function openPage(base: string, options: BrowserContextOptions = {}): Promise<TestPage> {
  const context = await (await browser()).newContext({
    baseURL: base,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.complain('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.stack ?? error.message}`));
  return { page, complaints, close: () => context.close() };
}
