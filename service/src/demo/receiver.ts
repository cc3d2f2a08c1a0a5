import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { readonly headers: Record<string, string>; readonly raw: string; readonly event: any };

export type Receiver = {
  readonly url: string;
  /** The first received or future event that `matches`. */
  next(matches: (event: any) => boolean): Promise<Received>;
  close(): void;
};

const PATIENCE_MS = 20_000;

/** A webhook receiver like an integrator's. It keeps the raw body, because the signature covers its bytes. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let news: () => void = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end();
    const raw = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers as Record<string, string>, raw, event: JSON.parse(raw) });
    news();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    next: async (matches) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = received.find(({ event }) => matches(event));
        if (found) return found;
        if (Date.now() > deadline) throw new Error('the webhook did not arrive');
        await new Promise<void>((resolve) => {
          news = resolve;
          setTimeout(resolve, 500);
        });
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
