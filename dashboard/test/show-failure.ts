import type { getTestContext, TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/**
 * Adds the page's content to the error of a failed test. Otherwise the error only says what the test waited for.
 * @returns a function that does this for a test: the one that opens the page, or one inside it
 */
export function watchPage(page: Page, complaints: readonly string[], pending: ReadonlyMap<Request, number>) {
  const requests: string[] = [];
  const note = (request: Request, end: unknown) => {
    requests.push(`${request.method()} ${request.url()} ${end}`);
    requests.splice(0, requests.length - 20);
  };
  page.on('response', (response) => note(response.request(), response.status()));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText));

  return (test: ReturnType<typeof getTestContext>): void => {
    // A page opened by a suite does not belong to one of its tests.
    if (!isTest(test)) return;
    test.after(async () => {
      if (!test.error || page.isClosed()) return;
      const open = [...pending].map(
        ([request, at]) => `${request.method()} ${request.url()} for ${Date.now() - at} ms`,
      );
      const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
      const seen = { url: page.url(), state: await stateOf(page), text, complaints, pending: open, requests };
      const error = test.error.cause instanceof Error ? test.error.cause : test.error;
      error.stack += `\nThe page: ${JSON.stringify(seen, null, 2)}`;
    });
  };
}

/** `document.readyState`, or a note that the page runs no script: a hanging page looks like one that does not load. */
const stateOf = (page: Page): Promise<string> =>
  Promise.race([
    page.evaluate<string>('document.readyState').catch(String),
    setTimeout(5_000, 'runs no script', { ref: false }),
  ]);

const isTest = (context: ReturnType<typeof getTestContext>): context is TestContext =>
  context !== undefined && 'after' in context;
