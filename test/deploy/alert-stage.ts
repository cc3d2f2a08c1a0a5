import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { memoryRails, type TestRail, testRail } from '../../service/test/support/callback-rails.ts';
import { bothWorlds } from '../../service/test/support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { makeDirectory } from '../../service/test/support/kill.ts';
import { makeOperator } from '../../service/test/support/operators.ts';
import type { TestPerson } from '../../service/test/support/person.ts';
import { startProxy, type Wire } from '../../service/test/support/proxy.ts';
import { makeTemplate, type Pair, startPair, type Template } from '../../service/test/support/standby-pair.ts';
import { startTestProvider, type TestProvider } from '../../service/test/support/test-provider.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

export const DAY_S = 86_400;

/** Two nodes on a PostgreSQL with a standby, a provider, and a Prometheus that watches the nodes. */
export type Stage = {
  readonly pair: Pair;
  /** The first node's way to the database. */
  readonly wire: Wire;
  readonly node: TestService;
  /** A node with the role `api` and a low rate limit. */
  readonly second: TestService;
  readonly shop: TestMerchant;
  readonly admin: TestPerson;
  readonly provider: TestProvider;
  /** A rail in memory, with callbacks. */
  readonly memory: TestRail;
  readonly prometheus: Prometheus;
  /** A small file system with the data directory; null where none can be mounted. */
  readonly disk: string | null;
  /** An address of the provider with a certificate that expires in five days. */
  readonly tls: string;
  /** Runs statements as a superuser who no trigger and no constraint stops. */
  sql(text: string): Promise<any[]>;
  startNode(env: Record<string, string>): Promise<TestService>;
  end(): Promise<void>;
};

const DISK_MB = 16;

/** @returns a small file system of its own, or null without the right to mount one */
function mountDisk(directory: string): string | null {
  const disk = join(directory, 'disk');
  mkdirSync(disk);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
  if (status !== 0) return null;
  // A run that is interrupted leaves no mount behind.
  process.once('SIGTERM', () => {
    spawnSync('umount', ['-l', disk]);
    process.exit(1);
  });
  return disk;
}

async function serveTls(directory: string): Promise<Server> {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, '-days', '5', ...names], {
    stdio: 'ignore',
  });
  setDefaultCACertificates([readFileSync(cert, 'utf8')]);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"t","expires_in":"3600"}'),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server.unref();
}

export async function openStage(): Promise<Stage> {
  const template: Template = await makeTemplate();
  const pair = await startPair(template, false);
  const wire = await startProxy(pair.primary);
  const directory = makeDirectory();
  const disk = mountDisk(directory);
  const tlsServer = await serveTls(directory);
  const provider = await startTestProvider('the-key-of-the-provider');
  const memory = testRail('memory');
  const { SMTP_URL, EMAIL_FROM } = bothWorlds;
  const env = { SMTP_URL, EMAIL_FROM, CALLBACK_URL: 'https://pay.example', DATA_DIR: disk ?? join(directory, 'data') };
  const start = (more: Record<string, string>, url: string) =>
    startTestService(
      { ...env, ...more },
      { url },
      undefined,
      { 'test-provider': provider.provider },
      memoryRails(memory),
      { history: true, figuresEveryMs: 500 },
    );
  const node = await start({}, wire.url);
  const second = await start({ ROLE: 'api', RATE_LIMIT: 'on', RATE_LIMIT_TEST: '5' }, pair.primary);
  const prometheus = await startPrometheus([node.base, second.base]);
  const nodes = [node, second];
  return {
    ...{ pair, wire, node, second, provider, memory, prometheus, disk },
    shop: await node.merchant(),
    admin: await makeOperator(node, 'admin'),
    tls: `https://localhost:${(tlsServer.address() as AddressInfo).port}`,
    sql: (text) => asSuperuser(pair.primary, text),
    startNode: async (more) => {
      const started = await start(more, pair.standby);
      nodes.push(started);
      return started;
    },
    end: async () => {
      await prometheus.stop();
      for (const one of nodes) await one.stop().catch(() => {});
      await provider.close();
      tlsServer.close();
      await wire.close();
      await pair.end();
      template.remove();
      if (disk) spawnSync('umount', [disk]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function asSuperuser(url: string, text: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica; SET allow_system_table_mods = on');
    const result: any = await client.query(text);
    return (Array.isArray(result) ? result.at(-1) : result).rows;
  } finally {
    await client.end();
  }
}
