import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright-core';

type Address = Parameters<Page['route']>[0];

/** Holds a request until it is released, and every later request to the address until then. */
export async function hold(page: Page, address: Address, { method = '' } = {}) {
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Without this limit, a page that sends no request would keep the run from ending.
  setTimeout(() => requested.reject(new Error(`no request to ${address} within a minute`)), 60_000).unref();
  requested.promise.catch(() => undefined);
  await page.route(address, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    requested.resolve();
    await held.promise;
    // The page may have closed the connection.
    await route.continue().catch(() => undefined);
  });
  return { requested: requested.promise, release: held.resolve };
}

/** Loses the first answer: the change was made, but the page does not learn it. */
export async function loseAnswer(page: Page, address: Address, method: string): Promise<void> {
  let lost = false;
  await page.route(address, async (route: Route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
}

/** A proxy that delays each answer by `ms`, also if nobody waits for it any more. */
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
