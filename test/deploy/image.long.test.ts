import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { until } from '../../service/test/support/harness.ts';
import { freePort } from '../../service/test/support/kill.ts';

/**
 * Builds the image with buildah and runs it with podman and runc, all from Debian's packages. The base image is made
 * here of Debian's packages and this machine's Node, because a registry of images may be out of reach; BASE_IMAGE names
 * another one. The whole takes some five minutes.
 */
const root = new URL('../../', import.meta.url).pathname;
const programs = ['buildah', 'podman', 'runc', 'mmdebstrap'];
const BASE = 'localhost/rialto-test-base';
const IMAGE = 'localhost/rialto-test';
const CONTAINER = 'rialto-test';
/** As deploy/compose.yaml and deploy/kubernetes/ run it. A ulimit above the machine's own would be refused. */
const hardened = [
  ...['--runtime', 'runc', 'run', '--network', 'host', '--no-healthcheck', '--read-only', '--tmpfs', '/tmp'],
  ...[
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--ulimit',
    'nofile=4096:4096',
    '--ulimit',
    'nproc=4096:4096',
  ],
];

const call = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = call(program, ...args);
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  return stdout.trim();
}

const missing = programs.filter((program) => call('which', program).status !== 0);

/** The folder of the npm that runs the tests: the project's own Node comes without one. */
const npmFolder = () => join(realpathSync(process.env.npm_execpath ?? run('which', 'npm')), '../..');

/** A Debian with this Node and npm, which uses this machine's registry. */
function makeBase(directory: string): void {
  const packages = '--include=ca-certificates,libatomic1,libstdc++6';
  run('mmdebstrap', '--variant=minbase', packages, 'bookworm', join(directory, 'debian.tar'));
  const local = join(directory, 'local');
  for (const folder of ['bin', 'etc', 'lib/node_modules']) mkdirSync(join(local, folder), { recursive: true });
  copyFileSync(process.execPath, join(local, 'bin/node'));
  cpSync(npmFolder(), join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  writeFileSync(
    join(local, 'etc/npmrc'),
    `registry=${run('npm', 'config', 'get', 'registry')}\ncafile=${certificates}\n`,
  );
  copyFileSync(certificates, join(directory, 'certificates.crt'));
  const lines = ['FROM scratch', 'ADD debian.tar /', 'COPY local /usr/local', `COPY certificates.crt ${certificates}`];
  writeFileSync(join(directory, 'Dockerfile'), lines.join('\n'));
  run('buildah', 'build', '--isolation=chroot', '--tag', BASE, directory);
}

describe('the image', { skip: missing.length > 0 && `not installed: apt-get install ${missing.join(' ')}` }, () => {
  let directory: string;
  /** Why this machine runs no container. */
  let forbidden = '';
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'image-'));
    if (!process.env.BASE_IMAGE) makeBase(directory);
    const base = process.env.BASE_IMAGE ?? BASE;
    const build = ['build', '--isolation=chroot', '--format=docker', '--build-arg', `NODE_IMAGE=${base}`];
    run('buildah', ...build, '--tag', IMAGE, root);
    const { status, stderr } = call('podman', ...hardened, '--rm', IMAGE, '--version');
    if (status !== 0) forbidden = `this kernel runs no container: ${stderr.trim()}`;
  });
  after(() => {
    call('podman', 'rm', '--force', '--volumes', CONTAINER);
    call('buildah', 'rmi', '--force', IMAGE, BASE);
    rmSync(directory, { recursive: true, force: true });
  });

  const isForbidden = (t: TestContext) => {
    if (forbidden) t.skip(forbidden);
    return forbidden !== '';
  };
  const healthCheck = () => {
    const [{ Config, Healthcheck }] = JSON.parse(run('podman', 'inspect', '--type=image', IMAGE));
    return Healthcheck ?? Config.Healthcheck;
  };
  const inside = (...args: string[]) => call('podman', '--runtime', 'runc', 'exec', CONTAINER, ...args);

  it('names a numeric user, a signal and a health check', () => {
    const [{ Config }] = JSON.parse(run('podman', 'inspect', '--type=image', IMAGE));
    assert.deepEqual([Config.User, Config.StopSignal], ['10001:10001', 'SIGTERM']);
    assert.match(JSON.stringify(healthCheck().Test), /readyz/);
    assert.equal(Config.Labels['org.opencontainers.image.licenses'], 'Apache-2.0');
  });

  it('runs without root, capabilities and a writable root file system, with its own PostgreSQL', async (t) => {
    if (isForbidden(t)) return;
    const port = await freePort();
    run('podman', ...hardened, '--detach', '--name', CONTAINER, '--env', `PORT=${port}`, IMAGE);
    const base = `http://127.0.0.1:${port}`;
    const ready = async () => (await fetch(`${base}/readyz`).catch(() => null))?.ok;
    await until(ready, 120).catch(() => assert.fail(call('podman', 'logs', CONTAINER).stderr));
    assert.equal(inside('id', '-u').stdout.trim(), '10001');
    assert.match(inside('cat', '/proc/self/status').stdout, /CapBnd:\t0+\n/);
    assert.match(inside('sh', '-c', 'echo > /app/file').stderr, /Read-only file system/);
    assert.notEqual(inside('sh', '-c', 'echo > /app/service/src/main.ts').status, 0);
    assert.equal((await fetch(`${base}/dashboard`)).status, 200);
    const [, ...check] = healthCheck().Test;
    assert.equal(inside(...check).status, 0, 'the health check');
    assert.match(inside('node', 'service/src/admin.ts', 'ledger', 'check').stdout, /\S/);
  });

  it('brings its SBOM: what it runs, and the packages of the dashboard', (t) => {
    if (isForbidden(t)) return;
    const sbom = (name: string) => JSON.parse(inside('cat', name).stdout);
    const names = (bom: any) => bom.components.map((one: any) => one.name);
    const whole = sbom('sbom.cdx.json');
    assert.equal(whole.bomFormat, 'CycloneDX');
    const installed = inside('ls', 'node_modules')
      .stdout.split('\n')
      .filter((name) => /^\w/.test(name));
    assert.ok(installed.length > 50);
    assert.deepEqual(
      installed.filter((name) => !names(whole).includes(name)),
      [],
    );
    assert.ok(!names(whole).includes('typescript'), 'nothing for development');
    assert.ok(names(sbom('sbom.dashboard.cdx.json')).includes('react'));
  });

  it('ends with 0 when it is stopped', (t) => {
    if (isForbidden(t)) return;
    run('podman', 'stop', '--time', '30', CONTAINER);
    assert.equal(run('podman', 'inspect', '--format', '{{.State.ExitCode}}', CONTAINER), '0');
  });
});
