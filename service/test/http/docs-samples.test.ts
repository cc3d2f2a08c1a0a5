import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { demoCustomer } from '../../src/boot/demo-merchant.ts';
import { startTestService, type TestService, testSecretKey } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';

/** Runs every `sh` block of the documentation unchanged, page by page, against a service. */
const root = join(import.meta.dirname, '../../..');
const pages = [...globSync('docs/**/*.md', { cwd: root }).sort(), 'README.md'];

/** Blocks that start or need more than this test provides, each with the test that runs it. */
const elsewhere: Record<string, string> = {
  'npm start': 'service/src/main.test.ts',
  'npm run demo': 'service/src/demo.test.ts',
};

const blocksOf = (text: string) =>
  [...text.matchAll(/^```sh *([^\n]*)\n(.*?)^```$/gms)].map(([, info, code]) => ({ info: info!, code: code! }));

/** A comment after a request states the expected answer, `# 402 …`; without one it must succeed. */
function expecting(code: string): string {
  const lines = code.split('\n');
  lines.forEach((line, i) => {
    const [, status] = line.match(/^# (\d{3})\b/) ?? [];
    if (!status) return;
    const request = lines.findLastIndex((before, j) => j < i && /(^|[|( ])curl /.test(before));
    lines[request] = lines[request]!.replace('curl ', `EXPECT=${status} curl `);
  });
  return lines.join('\n');
}

let service: TestService;
let payer: TestPerson;
const directory = mkdtempSync(join(tmpdir(), 'rialto-docs-'));

before(async () => {
  service = await startTestService({ DATA_DIR: join(directory, 'data') });
  payer = await service.person('customer');
  // As at the first start: with a wallet, and without an account until they register.
  await service.customer(demoCustomer.phone, ['XOF']);
  // The smallest file that is accepted as a photograph.
  writeFileSync(join(directory, 'passport.jpg'), Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'));
  writeFileSync(join(directory, 'salaries.csv'), 'recipient,amount\n+50937001234,30000\n');
});

after(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function run(code: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', expecting(code)], {
    cwd: directory,
    env,
    timeout: 300_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const status = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(status, 0, `${code}\n${output}`);
}

describe('the samples of the documentation', () => {
  for (const page of pages) {
    const blocks = blocksOf(readFileSync(join(root, page), 'utf8')).filter(({ info }) => info !== 'not run');
    if (blocks.length === 0) continue;
    it(`work unchanged: ${page}`, async () => {
      const shop = await service.merchant(`shop of ${basename(page, '.md')}`);
      await shop.wallet('XOF', 1_000_000n);
      const home = mkdtempSync(join(directory, 'home-'));
      const env = {
        PATH: `${join(import.meta.dirname, '../support/shims')}:${dirname(process.execPath)}:${process.env.PATH}`,
        HOME: home,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DOCS_ROOT: root,
        DOCS_BASE: service.base,
        DOCS_LOG: join(home, 'answers'),
        DATABASE_URL: service.url,
        SECRET_KEY: testSecretKey,
        DATA_DIR: join(directory, 'data'),
        KEY: shop.key,
        BASE: `${service.base}/api/v1`,
        TOKEN: payer.token,
      };
      for (const { code } of blocks) if (!(code.trim() in elsewhere)) await run(code, env);
    });
  }

  it('fail this test when one is wrong', async () => {
    const log = join(directory, 'control');
    const env = {
      PATH: `${join(import.meta.dirname, '../support/shims')}:${dirname(process.execPath)}:${process.env.PATH}`,
      DOCS_LOG: log,
      DOCS_BASE: service.base,
    };
    await assert.rejects(run('curl http://localhost:3000/api/v1/payments', env), /answered 401/);
    await run('curl http://localhost:3000/api/v1/payments\n# 401', env);
    await assert.rejects(run('curl http://localhost:3000/api/v1/payments\n# 404', env), /answered 401/);
  });
});
