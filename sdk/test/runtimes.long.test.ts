import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { type Receiver, startReceiver } from '../../service/test/support/receiver.ts';
import { answer, type Flaky, startFlaky } from './flaky.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'rialto-runtimes-'));

/** Runs a command and returns its output. A failure reports all of the output. */
async function run(command: string, args: string[], cwd = directory): Promise<string> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)(command, args, { cwd, env, timeout: 60_000 }).catch((error) =>
    assert.fail(`${command} ${args.join(' ')}: ${error.message}\n${error.stdout}`),
  );
  return stdout;
}

/** Packs the package as it is published, and installs it as integrators do. */
async function installPackage(): Promise<void> {
  const source = join(directory, 'source');
  mkdirSync(source);
  for (const file of ['package.json', 'README.md']) copyFileSync(join(root, 'sdk', file), join(source, file));
  await run(process.execPath, ['scripts/sdk-build.mjs', join(source, 'dist')], root);
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', directory], source);
  const [tarball] = globSync('*.tgz', { cwd: directory });
  assert.ok(tarball, packed);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `./${tarball}`]);
}

/** Bundles the program into one file, as the tools of edge runtimes do. */
async function bundleWorker(): Promise<void> {
  const conditionNames = ['workerd', 'worker', 'browser', 'import'];
  const bundle = await rolldown({ input: join(directory, 'worker.js'), resolve: { conditionNames } });
  await bundle.write({ file: join(directory, 'built/worker.js'), format: 'esm' });
}

type Report = Record<string, unknown> & { payment: string };

/** The binary of the platform that was installed. */
const binary = (pattern: string) =>
  join(directory, globSync(join('node_modules', pattern), { cwd: directory })[0] ?? '');
const inProcess =
  (pattern: string, ...args: string[]) =>
  async (task: object): Promise<Report> =>
    JSON.parse(await run(binary(pattern), [...args, 'main.js', JSON.stringify(task)]));

/** Runs the packed command line with the old Node. */
async function commandLine(service: TestService, key: string): Promise<string> {
  const dist = join(directory, 'cli');
  await run(process.execPath, ['scripts/cli-build.mjs', dist], root);
  symlinkSync(join(root, 'node_modules/commander'), join(directory, 'node_modules/commander'));
  const main = join(dist, 'cli/src/main.js');
  return run(binary('node-*/bin/node'), [main, 'wallets', 'list', '--base-url', service.base, '--api-key', key]);
}

async function inWorker(task: object): Promise<Report> {
  const args = ['serve', '--control-fd=3', 'workerd.capnp'];
  const server = spawn(binary('@cloudflare/*/bin/workerd'), args, {
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    for await (const line of createInterface({ input: server.stdio[3] as Readable })) {
      const { event, port } = JSON.parse(line);
      if (event !== 'listen') continue;
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(task) });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return JSON.parse(text);
    }
    return assert.fail('workerd ended before it listened');
  } finally {
    server.kill();
  }
}

const { platform, arch } = process;
const runtimes = {
  // The npm package of this old Node exists only for this platform.
  ...(`${platform} ${arch}` === 'linux x64' ? { 'Node 20.3': inProcess('node-*/bin/node') } : {}),
  Bun: inProcess('@oven/*/bin/bun', 'run', '--no-install'),
  Deno: inProcess('@deno/*/deno', 'run', '--allow-net=127.0.0.1', '--no-remote'),
  'workerd, an edge runtime': inWorker,
};

describe('the published SDK in', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let flaky: Flaky;
  let receiver: Receiver;
  let paid: string;
  let delivery: { raw: string; headers: Record<string, string>; secret: string; before: string };

  before(async () => {
    cpSync(join(root, 'sdk/test/runtimes'), directory, { recursive: true });
    await run('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']);
    await installPackage();
    await bundleWorker();
    service = await startTestService();
    flaky = await startFlaky(service.base);
    receiver = await startReceiver();
    merchant = await service.merchant();
    const before = await merchant.call('POST', '/test/events', { type: 'refund.failed' });
    const events = ['payment.succeeded'];
    const { secret } = (await merchant.call('POST', '/webhooks', { url: receiver.url, events })).body;
    const order = { amount: 4000, currency: 'XOF', customer: '+221771234567' };
    for (const _ of ['first', 'second'])
      await merchant.call('POST', '/payments', { ...order, customer: '+221771230008' });
    paid = (await merchant.call('POST', '/payments', order)).body.id;
    const { raw, headers } = await receiver.nth(1);
    delivery = { raw, headers: headers as Record<string, string>, secret, before: before.body.id };
  });
  after(async () => {
    flaky?.close();
    receiver?.close();
    await service?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  let number = 0;
  for (const [name, tryOut] of Object.entries(runtimes)) {
    it(name, async () => {
      flaky.seen.length = 0;
      flaky.fate = (_, count) => (count === 1 ? answer(503, '', { 'retry-after': '0' }) : 'pass');
      const phone = `+22177123100${number++}`;
      const urls = { serviceUrl: service.base, flakyUrl: flaky.url };
      const { payment, ...report } = await tryOut({ ...urls, apiKey: merchant.key, paid, delivery, phone });
      const { id } = JSON.parse(delivery.raw);
      const all = (await merchant.call('GET', '/payments?limit=100')).body.data.map((one: { id: string }) => one.id);
      assert.deepEqual(report, {
        read: { id: payment, amount: 2500, requestId: true },
        listed: all,
        file: 'id,created_at,kind,source,direction,amount,currency,balance_after,customer,name,reference,description',
        refused: [422, 'amount', 4000],
        aborted: true,
        streamed: id,
        verified: id,
        tampered: 'signature_mismatch',
        received: { statuses: [200, 400], seen: [id] },
        person: phone,
      });
      assert.ok(all.length > 2, 'the list has more than one page');
      const keys = flaky.seen.map(({ headers }) => headers['idempotency-key']);
      assert.equal(keys.length, 2, 'the 503 was retried');
      assert.equal(keys[0], keys[1]);
    });
  }

  it('Node 20.3, running the command line', { skip: !('Node 20.3' in runtimes) }, async () => {
    await merchant.wallet('USD', 4_200n);
    assert.match(await commandLine(service, merchant.key), /active .*42\.00 USD/);
  });

  it('every version that the README names', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'sdk/test/runtimes/package.json'), 'utf8'));
    const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8');
    for (const version of new Set(Object.values<string>(optionalDependencies))) {
      assert.ok(readme.includes(` ${version}`), `sdk/README.md does not name ${version}`);
    }
  });
});
