import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeDemoMerchant } from '../../src/boot/demo-merchant.ts';
import { readConfig } from '../../src/config/config.ts';
import { guideNames } from '../../src/docs/guides.ts';
import { startTestService, type TestService, testSecretKey, testSecrets } from '../support/harness.ts';
import { freePort } from '../support/kill.ts';
import { type Block, blocksOf, isHere, paste } from '../support/paste.ts';

/** Pastes every `sh` block of the documentation unchanged, page by page, into `sh`, beside one service. */
const root = join(import.meta.dirname, '../../..');
const names: readonly string[] = guideNames;
const rank = (page: string) => names.indexOf(basename(page, '.md'));
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort((a, b) => rank(a) - rank(b))];

/** Commands that this test cannot run, each with the test that does. */
const elsewhere: Record<string, string> = {
  'npm start': 'service/test/reliability/start.test.ts',
};

/** The languages in which a page has the same program, with the command that runs it. */
const languages: Record<string, string> = { node: 'node', python: 'python3', php: 'php' };

/** A reader's choices on a page: a language, where there are several, and a way to get events. */
function choicesOf(blocks: readonly Block[]): string[][] {
  const has = (info: string) => blocks.some((block) => block.info === info);
  const spoken = Object.keys(languages).filter(has);
  if (spoken.length === 0) return [[]];
  const choices = spoken.map((language) => [language, 'register']);
  return has('listen') ? [...choices, [spoken[0]!, 'listen']] : choices;
}

let service: TestService;
const directory = mkdtempSync(join(tmpdir(), 'rialto-docs-'));

before(async () => {
  service = await startTestService({ DATA_DIR: join(directory, 'data') });
  // As for a new user: the first start makes this merchant.
  await makeDemoMerchant(service.db, readConfig({ PASSWORD_MEMORY: '19', PASSWORD_PASSES: '2' }), testSecrets);
});

after(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function pasteHere(blocks: readonly Block[]): Promise<string | null> {
  return paste({
    service: service.base,
    blocks,
    hookPort: await freePort(),
    directory: mkdtempSync(join(directory, 'home-')),
    env: {
      DOCS_ROOT: root,
      DATABASE_URL: service.url,
      SECRET_KEY: testSecretKey,
      DATA_DIR: join(directory, 'data'),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });
}

async function succeed(blocks: readonly Block[]): Promise<void> {
  const fault = await pasteHere(blocks);
  assert.ok(fault === null, fault ?? '');
}

/** Pages with many commands and files take longest, so `npm run test:long` alone runs them. */
const slow = ['admin', 'cli', 'exports', 'operators', 'sealed-ledger', 'holds', 'payouts'];
const late = process.env.DOCS === 'all' ? [] : slow.map((name) => `docs/${name}.md`);

describe('the blocks of the documentation work unchanged', () => {
  for (const page of pages.filter((one) => !late.includes(one))) {
    const all = blocksOf(readFileSync(join(root, page), 'utf8'));
    const blocks = all.filter(({ info, code }) => info !== 'not run' && !(code.trim() in elsewhere));
    if (blocks.length === 0) continue;
    for (const choice of choicesOf(blocks)) {
      const missing = choice.map((word) => languages[word]).filter((command) => command && !isHere(command));
      const skip = missing.length > 0 && `${missing.join()}: not on this machine, so these blocks are NOT tested`;
      it([page, ...choice].join(', '), { skip }, async () => {
        await succeed(blocks.filter(({ info }) => info === '' || choice.includes(info)));
      });
    }
  }

  it('and twice, when a reader repeats the quick start', async () => {
    const blocks = blocksOf(readFileSync(join(root, 'docs/quick-start.md'), 'utf8'));
    const chosen = blocks.filter(({ info, code }) => /^(|node|register)$/.test(info) && !(code.trim() in elsewhere));
    await succeed(chosen);
  });
});

describe('a page depends only on its first line:', () => {
  for (const page of pages) {
    const blocks = blocksOf(readFileSync(join(root, page), 'utf8')).filter(({ info }) => info !== 'not run');
    const [first] = blocks.filter(({ code }) => !(code.trim() in elsewhere));
    if (!blocks.some(({ code }) => code.includes('$BASE'))) continue;
    it(page, () => {
      assert.match(first!.code, /^BASE=http:\/\/localhost:3000/);
      const commands = blocks.map(({ code }) => code.replace(/^BASE=.*$/m, '').replace(/^# .*$/gm, ''));
      for (const command of commands) assert.doesNotMatch(command, /localhost|:[34]000\b|…|^BASE=/m);
    });
  }
});

describe('a wrong block fails this test:', () => {
  const faultOf = async (code: string) => pasteHere([{ info: '', code: `BASE=http://localhost:3000\n${code}\n` }]);

  it('an answer other than the page states', async () => {
    assert.match((await faultOf('curl -s "$BASE/api/v1/payments"'))!, /answered 401/);
    assert.equal(await faultOf('curl -s "$BASE/api/v1/payments"\n# 401'), null);
    assert.match((await faultOf('curl -s "$BASE/api/v1/payments"\n# 404'))!, /answered 401/);
  });

  it('a command that fails, and a variable that no block sets', async () => {
    assert.match((await faultOf('false'))!, /ended with 1/);
    assert.match((await faultOf('echo "$NO_BLOCK_SETS_THIS"'))!, /ended with 2/);
  });
});
