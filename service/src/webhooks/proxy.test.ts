import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { checkUrl, type Policy } from './guard.ts';
import { openSender } from './send.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
after(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

type Asked = { target: string; headers: IncomingHttpHeaders };

/** A CONNECT proxy that connects every name to this machine. `refuses` is a status to answer instead. */
async function startProxy({ refuses }: { refuses?: number } = {}): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    asked.push({ target: url, headers });
    if (refuses) return void client.end(`HTTP/1.1 ${refuses} No\r\n\r\n`);
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => client.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}

async function startReceiver(): Promise<{ port: number; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.end('taken');
  });
  return { port: await listen(server), bodies };
}

const neverAsked = async (name: string): Promise<string[]> => assert.fail(`${name} was looked up here`);

async function send(policy: Policy, ...urls: string[]) {
  const sender = openSender({ policy, resolve: neverAsked, timeoutMs: 2_000 });
  const outcomes = [];
  for (const url of urls) outcomes.push(await sender.send({ url, headers: {}, body: '{"a":1}' }));
  await sender.close();
  return outcomes;
}

describe('webhooks with WEBHOOK_PROXY', () => {
  it('go through the proxy, which resolves the name; connections are reused', async () => {
    const [proxy, receiver] = [await startProxy(), await startReceiver()];
    const url = `http://shop.example:${receiver.port}/hook`;
    const policy = { allowLoopback: true, allowedCidrs: [], proxy: proxy.url.replace('//', '//me:p%40ss@') };
    for (const { responseStatus, responseBody, error } of await send(policy, url, url, url, url)) {
      assert.deepEqual([responseStatus, responseBody, error], [200, 'taken', null]);
    }
    assert.deepEqual(receiver.bodies, Array(4).fill('{"a":1}'));
    assert.ok(proxy.asked.length < 4, 'a connection serves more than one delivery');
    assert.equal(proxy.asked[0]!.target, `shop.example:${receiver.port}`);
    const credentials = Buffer.from('me:p@ss').toString('base64');
    assert.equal(proxy.asked[0]!.headers['proxy-authorization'], `Basic ${credentials}`);
  });

  it('speak TLS with the receiver itself, inside the tunnel', async () => {
    const proxy = await startProxy();
    const first = Promise.withResolvers<Buffer>();
    const port = await listen(
      createTcpServer((socket) =>
        socket.once('data', (bytes) => {
          first.resolve(bytes as Buffer);
          socket.destroy();
        }),
      ),
    );
    const policy = { allowLoopback: false, allowedCidrs: [], proxy: proxy.url };
    const [outcome] = await send(policy, `https://shop.example:${port}/`);
    assert.notEqual(outcome!.error, null);
    const hello = await first.promise;
    assert.equal(hello[0], 22, 'a TLS handshake');
    assert.ok(hello.includes('shop.example'), 'for the name of the URL');
    assert.equal(proxy.asked[0]!.target, `shop.example:${port}`);
  });

  it('never ask it for an address or a name that the policy refuses', async () => {
    const proxy = await startProxy();
    const live = { allowLoopback: false, allowedCidrs: ['10.20.0.0/16'], proxy: proxy.url };
    const refused: [url: string, kind: string][] = [
      ['https://127.0.0.1/', 'refused_address'],
      ['https://[::ffff:10.0.0.1]/', 'refused_address'],
      ['https://169.254.169.254/latest/meta-data', 'refused_address'],
      ['https://2130706433/', 'refused_address'],
      ['https://localhost/', 'refused_address'],
      ['https://db.localhost./', 'refused_address'],
      ['http://shop.example/', 'invalid_url'],
      ['ftp://shop.example/', 'invalid_url'],
      ['https://me:pw@shop.example/', 'invalid_url'],
    ];
    for (const [url, kind] of refused) {
      const [outcome] = await send(live, url);
      assert.equal(outcome!.error?.class, kind, url);
      assert.equal(await checkUrl(url, live, neverAsked), outcome!.error!.message);
    }
    assert.deepEqual(proxy.asked, []);
    assert.equal(await checkUrl('https://shop.example/', live, neverAsked), null);
    assert.equal(await checkUrl('http://10.20.0.7/', live, neverAsked), null);
  });

  it('report a refusal by the proxy', async () => {
    const policy = { allowLoopback: true, allowedCidrs: [] };
    const strict = await startProxy({ refuses: 403 });
    const [forbidden] = await send({ ...policy, proxy: strict.url }, 'https://shop.example/');
    assert.equal(forbidden!.error!.class, 'connect');
    assert.match(
      forbidden!.error!.message,
      /^The proxy of this service did not reach shop\.example:443 \(403\)\. Check the name/,
    );

    const gone = await listen(createTcpServer());
    servers.at(-1)!.close();
    const [unreachable] = await send({ ...policy, proxy: `http://127.0.0.1:${gone}` }, 'https://shop.example/');
    assert.equal(
      unreachable!.error!.message,
      'The proxy of this service cannot be reached. Contact the operator of this service.',
    );

    const silent = await listen(createTcpServer());
    const [slow] = await send({ ...policy, proxy: `http://127.0.0.1:${silent}` }, 'https://shop.example/');
    assert.ok(['timeout', 'connect'].includes(slow!.error!.class));
  });
});
