import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { signWebhook } from '../src/rialto.ts';
import { blocksOf } from './docs.ts';

const secret = `whsec_${'abcd'.repeat(12)}`;
const page = new URL('../../docs/sdk.md', import.meta.url);

describe('docs/sdk.md', () => {
  let service: TestService;
  let key: string;
  const directory = mkdtempSync(join(tmpdir(), 'rialto-docs-'));
  const printed: string[] = [];
  const { log } = console;

  before(async () => {
    service = await startTestService();
    ({ key } = await service.merchant());
    await service.customer('+221779999999', ['XOF']);
    Object.assign(process.env, {
      RIALTO_API_KEY: key,
      RIALTO_BASE_URL: service.base,
      RIALTO_WEBHOOK_SECRET: secret,
      PORT: '0',
    });
  });
  after(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function run(name: string, code: string): Promise<Record<string, any>> {
    const file = join(directory, `${name}.ts`);
    writeFileSync(file, code);
    printed.length = 0;
    console.log = (...words: unknown[]) => void printed.push(words.join(' '));
    try {
      return await import(pathToFileURL(file).href);
    } finally {
      console.log = log;
    }
  }

  const blocks = blocksOf(readFileSync(page, 'utf8'));
  const expected = [
    /^pending req_/,
    /^true true$/m,
    /^2 false$/m,
    /^fund the wallet first$/m,
    null,
    /^webhook\.test\nsignature_mismatch$/,
    /^evt_\w+ payment\.succeeded$/m,
    /^\+221770001122$/m,
  ];
  assert.equal(blocks.length, expected.length);

  for (const [i, { heading, code }] of blocks.entries()) {
    if (!expected[i]) continue;
    it(heading, async () => {
      // The payments of the examples before may have succeeded; the example of errors needs an empty wallet.
      process.env.RIALTO_API_KEY = heading === 'Errors' ? (await service.merchant()).key : key;
      await run(`block${i}`, code);
      assert.match(printed.join('\n'), expected[i]!);
    });
  }

  it('Receive webhooks, in Fastify', async () => {
    const { app } = await run('fastify', `${blocks[4]!.code}\nexport { app };`);
    console.log = (...words: unknown[]) => void printed.push(words.join(' '));
    try {
      const body = JSON.stringify({
        object: 'event',
        type: 'payment.succeeded',
        data: { object: { reference: 'order-7' } },
      });
      const headers = await signWebhook({ secret, body });
      const { statusCode } = await app.inject({ method: 'POST', url: '/hook', headers, payload: body });
      assert.equal(statusCode, 200);
      assert.deepEqual(printed, ['ship order-7']);
    } finally {
      console.log = log;
      await app.close();
    }
  });

  it('has the same first example as the README of the package', async () => {
    const [first, ...more] = blocksOf(readFileSync(new URL('../README.md', import.meta.url), 'utf8'));
    assert.equal(more.length, 0);
    await run('readme', first!.code);
    assert.match(printed.join('\n'), /^pending req_/);
  });
});
