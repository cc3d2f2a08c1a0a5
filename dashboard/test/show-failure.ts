import type { getTestContext, TestContext } from 'node:test';
import type { Page, Request } from 'playwright-core';

/** Has a test tell, where it fails, what was on a page of its: all that is known otherwise is what it waited for. */
export function showFailure(
  test: ReturnType<typeof getTestContext>,
  page: Page,
  complaints: readonly string[],
  pending: ReadonlyMap<Request, number>,
): void {
  // What a suite opens before its tests is not of one of them.
  if (!isTest(test)) return;
  const requests: string[] = [];
  const note = (request: Request, end: unknown) => requests.push(`${request.method()} ${request.url()} ${end}`);
  page.on('response', (response) => note(response.request(), response.status()));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText));
  test.after(async () => {
    if (!test.error || page.isClosed()) return;
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    const open = [...pending].map(([request, at]) => `${request.method()} ${request.url()} for ${Date.now() - at} ms`);
    const seen = { url: page.url(), text, complaints, pending: open, requests: requests.slice(-20) };
    test.diagnostic(JSON.stringify(seen, null, 2));
  });
}

const isTest = (context: ReturnType<typeof getTestContext>): context is TestContext =>
  context !== undefined && 'after' in context;
