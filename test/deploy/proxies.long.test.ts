import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as openRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService, until } from '../../service/test/support/harness.ts';
import { freePort } from '../../service/test/support/kill.ts';
import { joinAs } from '../../service/test/support/person.ts';
import { cert, key } from '../../service/test/support/tls-proxy.ts';

/**
 * Runs each proxy of deploy/proxy/, from Debian's packages, with the file as it is but for names, ports and the
 * certificate. Each is skipped where its program is missing.
 */
const folder = new URL('../../deploy/proxy/', import.meta.url).pathname;
/** Linux answers on all of 127.0.0.0/8, so a client with this address is not the proxy. */
const CLIENT = '127.0.0.2';
const FORGED = '203.0.113.9';

type Place = { directory: string; port: number; plain: number; upstream: string };
type Proxy = {
  name: string;
  file: string;
  program: string;
  /** The file's text for this machine. */
  adapt(config: string, place: Place): string;
  args(file: string, directory: string): string[];
};

/** Replaces each text, which must be there. */
function replaced(config: string, pairs: readonly (readonly [string, string])[]): string {
  for (const [from] of pairs) assert.ok(config.includes(from), from);
  return pairs.reduce((whole, [from, to]) => whole.replaceAll(from, to), config);
}

const proxies: Proxy[] = [
  {
    name: 'Caddy',
    file: 'Caddyfile',
    program: 'caddy',
    adapt: (config, { directory, port, plain, upstream }) =>
      `{\n\tadmin off\n\thttp_port ${plain}\n\tstorage file_system ${directory}/caddy\n}\n${replaced(config, [
        ['pay.example {', `https://localhost:${port} {\n\ttls ${directory}/cert.pem ${directory}/key.pem`],
        ['127.0.0.1:3000', upstream],
        ['health_interval 5s', 'health_interval 1s'],
      ])}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'nginx',
    file: 'nginx.conf',
    program: 'nginx',
    adapt: (config, { directory, port, plain, upstream }) => {
      const site = replaced(config, [
        ['listen 80;', `listen 127.0.0.1:${plain};`],
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        ['server_name pay.example', 'server_name localhost'],
        ['/etc/ssl/pay.example/fullchain.pem', `${directory}/cert.pem`],
        ['/etc/ssl/pay.example/privkey.pem', `${directory}/key.pem`],
        ['127.0.0.1:3000', upstream],
      ]);
      const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((one) => `${one}_temp_path ${directory}/${one};`)
        .join(' ');
      return `daemon off; user root; pid ${directory}/pid; error_log stderr;
        events {} http { access_log off; ${temp} ${site} }`;
    },
    args: (file, directory) => ['-p', directory, '-c', file],
  },
  {
    name: 'HAProxy',
    file: 'haproxy.cfg',
    program: 'haproxy',
    adapt: (config, { directory, port, plain, upstream }) =>
      replaced(config, [
        ['bind :80\n', `bind 127.0.0.1:${plain}\n`],
        ['bind :443', `bind 127.0.0.1:${port}`],
        ['/etc/haproxy/pay.example.pem', `${directory}/both.pem`],
        ['server node1 127.0.0.1:3000', `server node1 ${upstream}`],
      ]),
    args: (file) => ['-db', '-f', file],
  },
];

type Answer = { status: number; body: any; response: IncomingMessage };

/** Sends a request from another address than the proxy's, with a forged header, as a client outside can. */
async function send(port: number, path: string, token = '', body?: object): Promise<Answer> {
  const response = await open(port, path, token, body);
  const whole = await text(response);
  const isJson = response.headers['content-type']?.includes('json');
  return { status: response.statusCode!, body: isJson ? JSON.parse(whole) : whole, response };
}

async function open(port: number, path: string, token: string, body?: object): Promise<IncomingMessage> {
  const headers = {
    Host: `localhost:${port}`,
    'X-Forwarded-For': FORGED,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() } : {}),
  };
  const where = { host: '127.0.0.1', servername: 'localhost', port, path, localAddress: CLIENT, ca: cert };
  const request = openRequest({ ...where, method: body ? 'POST' : 'GET', headers, agent: false });
  request.end(body ? JSON.stringify(body) : undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

const isOpen = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });

const isInstalled = (program: string) => spawnSync(program, [program === 'caddy' ? 'version' : '-v']).status === 0;

for (const proxy of proxies)
  describe(`${proxy.name} in front of the service`, { skip: missing(proxy.program) }, () => {
    let service: TestService;
    let shop: TestMerchant;
    let child: ChildProcess;
    let directory: string;
    let port: number;
    let plain: number;
    let errors = '';

    before(async () => {
      service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1/32' });
      shop = await service.merchant();
      directory = mkdtempSync(join(tmpdir(), 'proxy-'));
      for (const [name, pem] of [
        ['cert', cert],
        ['key', key],
        ['both', cert + key],
      ])
        writeFileSync(join(directory, `${name}.pem`), pem!);
      [port, plain] = [await freePort(), await freePort()];
      const place = { directory, port, plain, upstream: new URL(service.base).host };
      const file = join(directory, proxy.file);
      writeFileSync(file, proxy.adapt(readFileSync(join(folder, proxy.file), 'utf8'), place));
      child = spawn(proxy.program, proxy.args(file, directory), {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, HOME: directory },
      });
      child.stderr!.on('data', (chunk) => (errors += chunk));
      await until(async () => {
        assert.equal(child.exitCode, null, errors);
        return (await isOpen(port)) && (await send(port, '/api/v1/rails', shop.key)).status < 500;
      });
    });

    after(async () => {
      child?.kill('SIGTERM');
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await service?.stop();
      if (directory) rmSync(directory, { recursive: true });
    });

    it('takes a payment over HTTPS, and its event arrives on the open stream at once', async () => {
      const stream = await open(port, '/api/v1/events/stream', shop.key);
      assert.equal(stream.statusCode, 200);
      let received = '';
      stream.setEncoding('utf8').on('data', (chunk) => (received += chunk));
      stream.on('error', () => {});
      const made = await send(port, '/api/v1/payments', shop.key, {
        amount: 1_000,
        currency: 'XOF',
        customer: '+50937001234',
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      // The stream goes on: a proxy that buffers would hold one event back.
      await until(async () => received.includes('payment.succeeded') && received.includes(made.body.id));
      assert.equal(stream.complete, false);
      stream.destroy();
    });

    it("passes the client's own address on, and not one that the client forged", async () => {
      const { status, response } = await send(port, '/api/v1/wallets', shop.key);
      assert.equal(status, 200);
      const viewer = await service.person('developer');
      await joinAs(service.db, 'viewer', shop.integrationId, viewer.id);
      const entry = await until(async () => {
        const path = `/request_logs/${response.headers['request-id']}`;
        const found = await viewer.call('GET', path, undefined, { 'service-integration': shop.integrationId });
        return found.status === 200 && found.body;
      });
      assert.equal(entry.address, CLIENT);
    });

    it('keeps probes and metrics inside, and takes bodies of 5 MB', async () => {
      for (const path of ['/metrics', '/healthz', '/readyz']) assert.equal((await send(port, path)).status, 404, path);
      const large = await send(port, '/api/v1/payouts', shop.key, { items: ['x'.repeat(5_000_000)] });
      assert.deepEqual([large.status, large.body.error.code], [400, 'validation_failed']);
    });

    it('sends plain http to https', async () => {
      if (proxy.name === 'Caddy') return;
      const answer = await fetch(`http://127.0.0.1:${plain}/dashboard`, { redirect: 'manual' });
      assert.equal(answer.status, 301);
      assert.match(answer.headers.get('location')!, /^https:/);
    });
  });

/** @returns false, or why it is skipped: the report shows it */
function missing(program: string): string | false {
  return isInstalled(program) ? false : `${program} is not installed: apt-get install ${program}`;
}
