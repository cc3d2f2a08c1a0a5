import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { signWebhook, type WebhookEvent } from '../src/rialto.ts';
import { webhookHandler as expressHandler } from '../src/webhooks/express.ts';
import { webhookPlugin } from '../src/webhooks/fastify.ts';
import { webhookHandler as honoHandler } from '../src/webhooks/hono.ts';
import { webhookRoute } from '../src/webhooks/next.ts';
import type { ReceiverOptions } from '../src/webhooks/receive.ts';

const secret = `whsec_${'abcd'.repeat(12)}`;
const body = '{ "id": "evt_1", "object": "event", "type": "payment.failed", "amount": 1.0 }';

type Running = { url: string; close(): Promise<unknown> };
type Start = (options: ReceiverOptions) => Promise<Running>;

async function listen(handler: Parameters<typeof createServer>[1]): Promise<Running> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, close: async () => server.close() };
}

/** Converts a Node request to a web Request, as the adapters of Next.js and Hono do. */
const web = (handle: (request: Request) => Promise<Response>): ReturnType<typeof listen> =>
  listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers(request.headers as Record<string, string>);
    const answer = await handle(
      new Request('http://hook.example', { method: 'POST', headers, body: Buffer.concat(chunks) }),
    );
    response.writeHead(answer.status).end(await answer.text());
  });

const frameworks: Record<string, Start> = {
  'Express, and Node itself': async (options) => listen(expressHandler(options)),
  'Express after express.raw()': async (options) =>
    listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await expressHandler(options)(Object.assign(request, { body: Buffer.concat(chunks) }), response);
    }),
  Fastify: async (options) => {
    const app = fastify();
    app.post('/else', async (request) => request.body);
    await app.register(webhookPlugin, { path: '/hook', ...options });
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const other = await fetch(`${base}/else`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual(await other.json(), { a: 1 }, 'the rest of the app still parses JSON');
    return { url: `${base}/hook`, close: () => app.close() };
  },
  'Next.js': async (options) => web(webhookRoute(options)),
  Hono: async (options) => web((request) => honoHandler(options)({ req: { raw: request } })),
};

for (const [name, start] of Object.entries(frameworks)) {
  describe(`a receiver in ${name}`, () => {
    it('accepts signed deliveries, refuses others, and asks for a retry when its own work fails', async () => {
      const events: WebhookEvent[] = [];
      const errors: unknown[] = [];
      let works = true;
      const onEvent = (event: WebhookEvent) => {
        if (!works) throw new Error('the database is down');
        events.push(event);
      };
      const receiver = await start({ secret, onEvent, onError: (error) => errors.push(error) });
      const send = async (headers: Record<string, string>, text = body) =>
        (await fetch(receiver.url, { method: 'POST', headers, body: text })).status;
      try {
        const headers = await signWebhook({ secret, body });
        assert.equal(await send(headers), 200);
        assert.deepEqual(
          events.map(({ type }) => type),
          ['payment.failed'],
        );
        assert.equal(await send(headers, body.replace('1.0', '2.0')), 400);
        assert.equal(await send({ 'content-type': 'application/json' }), 400);
        assert.equal(errors.length, 2);
        works = false;
        assert.equal(await send(headers), 500);
        assert.match(String(errors[2]), /database is down/);
        assert.equal(events.length, 1);
      } finally {
        await receiver.close();
      }
    });
  });
}

describe('a receiver in Express after express.json()', () => {
  it('refuses every delivery and gives the reason', async () => {
    const errors: unknown[] = [];
    const handler = expressHandler({ secret, onEvent: () => {}, onError: (error) => errors.push(error) });
    const receiver = await listen(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      await handler(Object.assign(request, { body: JSON.parse(text) }), response);
    });
    const headers = await signWebhook({ secret, body });
    const { status } = await fetch(receiver.url, { method: 'POST', headers, body });
    await receiver.close();
    assert.equal(status, 400);
    assert.match(String(errors[0]), /raw body is needed/);
  });
});

describe('a receiver in Express 4 after express.urlencoded()', () => {
  it('reads a body that was left unread with a {} in its place', async () => {
    const events: WebhookEvent[] = [];
    const handler = expressHandler({ secret, onEvent: (event) => events.push(event) });
    const receiver = await listen((request, response) => handler(Object.assign(request, { body: {} }), response));
    const headers = await signWebhook({ secret, body });
    const { status } = await fetch(receiver.url, { method: 'POST', headers, body });
    await receiver.close();
    assert.deepEqual([status, events.length], [200, 1]);
  });
});

describe('a receiver in Express 4, or Node itself', () => {
  it('survives a client that disconnects within a body, and reports it', async () => {
    const errors: unknown[] = [];
    const events: WebhookEvent[] = [];
    const handler = expressHandler({
      secret,
      onEvent: (event) => events.push(event),
      onError: (error) => errors.push(error),
    });
    const begun = Promise.withResolvers<void>();
    const receiver = await listen((request, response) => {
      begun.resolve();
      handler(request, response);
    });
    const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1');
    socket.write('POST /hook HTTP/1.1\r\nhost: hook\r\ncontent-length: 1000\r\n\r\n{"id"');
    await begun.promise;
    socket.destroy();
    // An unhandled rejection ends the process and fails this test.
    while (errors.length === 0) await wait(20);
    const { status } = await fetch(receiver.url, {
      method: 'POST',
      headers: await signWebhook({ secret, body }),
      body,
    });
    await receiver.close();
    assert.deepEqual([status, events.length, errors.length], [200, 1, 1]);
  });
});

describe('a receiver that takes a Request', () => {
  const asked = async (pull: (controller: ReadableStreamDefaultController) => void, use = false) => {
    const errors: unknown[] = [];
    let given = 0;
    let canceled = false;
    const stream = new ReadableStream({
      pull: (controller) => {
        given++;
        pull(controller);
      },
      cancel: () => {
        canceled = true;
      },
    });
    const init = { method: 'POST', headers: await signWebhook({ secret, body }), body: stream, duplex: 'half' };
    const request = new Request('http://hook.example', init as RequestInit);
    if (use) await request.text();
    const handle = webhookRoute({ secret, onEvent: () => {}, onError: (error) => errors.push(error) });
    const { status } = await handle(request);
    return { status, given, canceled, errors };
  };

  it('stops reading a body that is larger than any delivery', async () => {
    const chunk = new Uint8Array(64 * 1024);
    let left = 64;
    const { status, given, canceled } = await asked((controller) =>
      left-- > 0 ? controller.enqueue(chunk) : controller.close(),
    );
    assert.equal(status, 413);
    assert.ok(given < 64 && canceled, `${given} chunks`);
  });

  it('answers 400 with the reason when the body is cut off or was already read', async () => {
    const cut = await asked((controller) => controller.error(new Error('gone')));
    assert.deepEqual([cut.status, String(cut.errors[0])], [400, 'Error: gone']);
    const used = await asked((controller) => controller.close(), true);
    assert.equal(used.status, 400);
    assert.match(String(used.errors[0]), /has already been read/);
  });
});
