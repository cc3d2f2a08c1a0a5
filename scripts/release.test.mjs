import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { build } from '../service/src/config/build.ts';
import { releaseFiles } from './release.mjs';
import { packTar, unpackTar } from './tar.mjs';

const files = releaseFiles();
const paths = files.map(({ path }) => path);
const textOf = (path) => files.find((file) => file.path === path).bytes.toString();

test('a release has the service, its built dashboard and what installs the rest, and nothing else', () => {
  for (const path of [
    'LICENSE',
    'README.md',
    'cli/src/main.ts',
    'counterparts/src/main.ts',
    'dashboard/dist/index.html',
    'docs/quick-start.md',
    'openapi.json',
    'package-lock.json',
    'package.json',
    'release.json',
    'scripts/node/package-lock.json',
    'scripts/setup.mjs',
    'service/migrations/0001_tenants.sql',
    'service/src/main.ts',
  ])
    assert.ok(paths.includes(path), path);
  assert.ok(paths.some((path) => /^dashboard\/dist\/assets\/.*\.js\.br$/.test(path)));
  assert.deepEqual(
    paths.filter((path) =>
      /\.test\.|node_modules|^dashboard\/(?!dist\/)|^(bench|mutation|test|service\/test)\//.test(path),
    ),
    [],
  );
  assert.deepEqual(paths, [...new Set(paths)]);
});

test('each file that its sources import is in it', () => {
  const missing = files
    .filter(({ path }) => /\.(ts|mjs)$/.test(path) && !path.startsWith('dashboard/'))
    .flatMap(({ path, bytes }) =>
      [...bytes.toString().matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)'/gms)]
        .map(([, target]) => normalize(join(dirname(path), target)))
        .filter((target) => !paths.includes(target)),
    );
  assert.deepEqual(missing, []);
});

test('it says its version and commit, and has only the scripts that work in it', () => {
  assert.deepEqual(JSON.parse(textOf('release.json')), { ...build });
  const { version, scripts } = JSON.parse(textOf('package.json'));
  assert.equal(version, build.version);
  const names = ['admin', 'counterpart', 'demo', 'rialto', 'start'];
  assert.deepEqual(Object.keys(scripts).sort(), [...names, ...names.map((name) => `pre${name}`)].sort());
});

test('each package has the version of the service', () => {
  for (const path of ['package.json', 'package-lock.json', 'sdk/package.json', 'cli/package.json'])
    assert.equal(JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).version, build.version, path);
});

test('packed and unpacked it is the same, also below long folders, and packed twice the same bytes', () => {
  const long = { path: `${'folder/'.repeat(20)}${'name'.repeat(20)}.txt`, bytes: Buffer.from('é'.repeat(700)) };
  const all = [...files, long, { path: 'empty', bytes: Buffer.alloc(0) }];
  const packed = packTar(all);
  assert.deepEqual(unpackTar(packed), all);
  assert.ok(packed.equals(packTar(all)));
  assert.throws(() => packTar([{ path: 'n'.repeat(101), bytes: Buffer.alloc(0) }]), /too long/);
});
