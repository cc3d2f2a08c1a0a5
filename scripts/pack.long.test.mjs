import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { build } from '../service/src/config/build.ts';
import { unpackTar } from './tar.mjs';

const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'pack-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** `npm pack` as somebody types it, unpacked. @returns the paths in the package */
function pack(folder) {
  const { status, stderr } = spawnSync('npm', ['pack', `./${folder}`, '--pack-destination', directory], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const archive = readFileSync(join(directory, `rialto-${folder}-${build.version}.tgz`));
  const files = unpackTar(archive).map(({ path, bytes }) => ({ path: path.replace(/^package\//, ''), bytes }));
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(directory, folder, path)), { recursive: true });
    writeFileSync(join(directory, folder, path), bytes);
  }
  return files.map(({ path }) => path);
}

const run = (...args) => spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });

test('npm pack of the SDK has JavaScript and types for every export, and no sources', () => {
  const paths = pack('sdk');
  const { exports, version } = JSON.parse(readFileSync(join(directory, 'sdk/package.json'), 'utf8'));
  assert.equal(version, build.version);
  for (const file of Object.values(exports).flatMap((one) => Object.values(one)))
    assert.ok(paths.includes(file.replace('./', '')), file);
  assert.deepEqual(
    paths.filter((path) => !/^(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(path)),
    [],
  );
  const script = `import('./sdk/dist/rialto.js').then(({ Rialto }) => console.log(typeof Rialto))`;
  assert.equal(run('-e', script).stdout, 'function\n');
});

test('npm pack of the command line has a program that runs with commander alone', () => {
  const paths = pack('cli');
  assert.ok(paths.includes('dist/cli/src/main.js'));
  assert.deepEqual(
    paths.filter((path) => !/^(dist\/(cli|sdk)\/src\/.*\.js|package\.json|README\.md|LICENSE)$/.test(path)),
    [],
  );
  mkdirSync(join(directory, 'cli/node_modules'));
  symlinkSync(join(root, 'node_modules/commander'), join(directory, 'cli/node_modules/commander'));
  const { stdout, stderr } = run('cli/dist/cli/src/main.js', '--version');
  assert.equal(stdout, `${build.version}\n`, stderr);
});
