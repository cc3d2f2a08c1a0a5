import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright-core';

type Address = Parameters<Page['route']>[0];

/** Keeps what is asked for on its way until it is let go, and all that is asked for at that address until then. */
export async function hold(page: Page, address: Address, { method = '' } = {}) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // A page that never came would keep the whole run from its end.
  setTimeout(() => asked.reject(new Error(`nobody asked for ${address} within a minute`)), 60_000).unref();
  asked.promise.catch(() => undefined);
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

/** A way to a service on which each answer takes `ms` to come back, also where nobody waits for it any more. */
export async function slowLine(base: string, ms: number) {
  const { hostname, port } = new URL(base);
  const server = createServer((asked, answer) => {
    const { url: path, method, headers } = asked;
    const passed = request({ hostname, port, path, method, headers }, (given) =>
      setTimeout(() => {
        answer.writeHead(given.statusCode!, given.headers);
        given.pipe(answer);
      }, ms),
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, hostname, done));
  return {
    base: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
