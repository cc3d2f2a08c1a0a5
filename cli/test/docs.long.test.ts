import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { demoCustomer } from '../../service/src/boot/demo-merchant.ts';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';

const pageOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = pageOf('docs/cli.md');
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('docs/cli.md and the README of the command line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-cli-docs-'));
  let service: TestService;
  let env: Record<string, string>;

  before(async () => {
    service = await startTestService();
    const merchant = await service.merchant();
    await merchant.wallet('XOF', 100_000n);
    await service.customer(demoCustomer.phone, ['XOF']);
    writeFileSync(join(directory, 'rialto'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
    chmodSync(join(directory, 'rialto'), 0o755);
    const { PATH = '' } = process.env;
    env = {
      PATH: `${directory}:${PATH}`,
      HOME: directory,
      RIALTO_API_KEY: merchant.key,
      RIALTO_BASE_URL: service.base,
    };
  });
  after(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const blocks = (language: string, text = page) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!);

  async function shell(script: string): Promise<{ code: number; output: string }> {
    const child = spawn('bash', ['-e', '-c', script], { cwd: directory, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const [code] = await once(child, 'close');
    return { code, output };
  }

  it('have commands that all end as described', async () => {
    // The other blocks of the page are pasted by service/test/http/docs-samples.test.ts.
    const scripts = [...blocks('bash'), ...blocks('bash', pageOf('cli/README.md'))];
    assert.equal(scripts.length, 2);
    for (const script of scripts) {
      const { code, output } = await shell(script);
      assert.equal(code, 0, `${script}\n${output}`);
    }
  });
});
