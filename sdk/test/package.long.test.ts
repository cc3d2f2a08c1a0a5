import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tsc = join(root, 'node_modules/.bin/tsc');

const app = `
import { ApiError, Rialto, type Payment } from '@rialto/sdk';
import { webhookHandler } from '@rialto/sdk/express';
import { webhookPlugin } from '@rialto/sdk/fastify';
import { webhookHandler as hono } from '@rialto/sdk/hono';
import { webhookRoute } from '@rialto/sdk/next';
import { RialtoUser } from '@rialto/sdk/user';
const rialto = new Rialto({ apiKey: 'rs_test_x', baseUrl: 'https://pay.example' });
export const pay = (): Promise<Payment> => rialto.payments.create({ amount: 1, currency: 'XOF', customer: '+221771234567' });
export const remaining = (error: unknown): number | null =>
  error instanceof ApiError && error.code === 'refund_exceeds_remaining' ? error.remaining : null;
console.log([webhookHandler, webhookPlugin, hono, webhookRoute, RialtoUser].map((one) => typeof one).join(' '));
`;

describe('the published package', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-sdk-'));
  const dist = join(directory, 'sdk/dist');

  before(() => {
    const built = spawnSync(process.execPath, ['scripts/sdk-build.mjs', dist], { cwd: root, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stdout + built.stderr);
    writeFileSync(join(directory, 'sdk/package.json'), readFileSync(join(root, 'sdk/package.json')));
    mkdirSync(join(directory, 'app/node_modules/@rialto'), { recursive: true });
    symlinkSync(join(directory, 'sdk'), join(directory, 'app/node_modules/@rialto/sdk'));
    writeFileSync(join(directory, 'app/package.json'), '{"type":"module"}');
    writeFileSync(join(directory, 'app/app.ts'), app);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('compiles into an app under strict settings, and runs', () => {
    const flags = '--strict --target es2022 --lib es2022,dom --types --exactOptionalPropertyTypes'.split(' ');
    flags.splice(flags.indexOf('--types') + 1, 0, '');
    const compiled = spawnSync(tsc, ['--module', 'nodenext', ...flags, 'app.ts'], {
      cwd: join(directory, 'app'),
      encoding: 'utf8',
    });
    assert.equal(compiled.stdout + compiled.stderr, '');
    const ran = spawnSync(process.execPath, ['app.js'], { cwd: join(directory, 'app'), encoding: 'utf8' });
    assert.equal(ran.stdout.trim(), 'function function function function function', ran.stderr);
  });

  it('has no dependencies and uses no API that only Node has', () => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(join(root, 'sdk/package.json'), 'utf8'),
    );
    assert.deepEqual({ ...dependencies, ...peerDependencies }, {});
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    for (const file of files) {
      const source = readFileSync(join(dist, file), 'utf8');
      const imports = [...source.matchAll(/\bfrom\s*['"]([^'"]+)['"]/g)].map(([, from]) => from!);
      assert.deepEqual(
        imports.filter((from) => !from.startsWith('.')),
        [],
        file,
      );
      assert.doesNotMatch(source, /\b(Buffer|process|require)[.(]/, file);
    }
  });

  it('contains the user client as a single file for browsers', () => {
    const source = readFileSync(join(dist, 'browser/user.js'), 'utf8');
    assert.doesNotMatch(source, /\bimport\b/);
    assert.match(source, /RialtoUser/);
    assert.ok(source.length < 40_000, `${source.length} characters`);
  });

  it('has the version of the service that it is generated from', () => {
    const versionOf = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')).version;
    assert.equal(versionOf('sdk/package.json'), versionOf('package.json'));
  });
});
