import type { Page, Route } from 'playwright-core';

type Address = Parameters<Page['route']>[0];

/** Keeps what is asked for on its way until it is let go, and all that is asked for at that address until then. */
export async function hold(page: Page, address: Address, { method = '' } = {}) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(address, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    asked.resolve();
    await held.promise;
    // Nobody may wait for it any more: its page hung up.
    await route.continue().catch(() => undefined);
  });
  return { asked: asked.promise, letGo: held.resolve };
}

/** The first answer is lost on its way back: it was done, and nobody knows. */
export async function loseAnswer(page: Page, address: Address, method: string): Promise<void> {
  let lost = false;
  await page.route(address, async (route: Route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
}
