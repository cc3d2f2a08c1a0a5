import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

const root = join(import.meta.dirname, '../../..');
const directory = mkdtempSync(join(tmpdir(), 'rialto-generators-'));
const bin = (name: string) => join(directory, 'node_modules/.bin', name);

/** Runs a command in the folder of the generators. @returns its output, or an error with all of it */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const options = { cwd: directory, env: { ...process.env, PATH, ...env }, timeout: 240_000 };
  const { stdout } = await promisify(execFile)(command, args, options).catch((error) =>
    assert.fail(`${command} ${args.join(' ')}: ${error.message}\n${error.stdout}`),
  );
  return stdout;
}

let service: TestService;
let merchant: TestMerchant;

before(async () => {
  service = await startTestService({ RATE_LIMIT: 'off' });
  merchant = await service.merchant();
  cpSync(join(root, 'contract/generators'), directory, { recursive: true });
  copyFileSync(join(root, 'openapi.json'), join(directory, 'openapi.json'));
  const orval = { input: 'openapi.json', output: { target: 'made/orval.ts', client: 'fetch', baseUrl: service.base } };
  writeFileSync(join(directory, 'orval.config.json'), JSON.stringify({ rialto: orval }));
  await run('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']);
  await run(bin('openapi-typescript'), ['openapi.json', '-o', 'made/openapi-fetch.ts']);
  await run(bin('openapi-ts'), ['-i', 'openapi.json', '-o', 'made/hey-api']);
  await run(bin('orval'), ['--config', 'orval.config.json']);
});

after(async () => {
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('public generators make from openapi.json', () => {
  it('clients that compile', async () => {
    await run(bin('tsc'), []);
  });

  for (const name of ['openapi-fetch', 'hey-api', 'orval']) {
    it(`a client that completes a payment: ${name}`, async () => {
      const id = (
        await run(process.execPath, [`built/${name}.js`], { SERVICE_URL: service.base, API_KEY: merchant.key })
      ).trim();
      assert.equal((await merchant.call('GET', `/payments/${id}`)).body.status, 'succeeded');
    });
  }
});
