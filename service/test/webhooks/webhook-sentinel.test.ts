import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PUBLIC } from '../http/hostile-urls.ts';
import type { Report } from './sentinel.ts';

const NAMESPACE = ['--map-root-user', '--net'];
const script = new URL('./sentinel.ts', import.meta.url).pathname;

/** The reason why this machine cannot run the test, or false. */
function cannot(): string | false {
  if (process.platform !== 'linux') return 'network namespaces exist on Linux only';
  try {
    execFileSync('unshare', [...NAMESPACE, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'this machine does not permit a network namespace (unshare --map-root-user --net, ip)';
  }
}

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1';

describe('a sentinel on every address of its own network', { skip: cannot() }, async () => {
  let report: Report;
  it('is reached by no hostile URL', { timeout: 120_000 }, async (t) => {
    const args = [...NAMESPACE, process.execPath, script];
    const { stdout } = await promisify(execFile)('unshare', args, { timeout: 100_000, killSignal: 'SIGKILL' });
    report = JSON.parse(stdout);
    t.diagnostic(
      `${report.live.urls} URLs; without the guard ${Object.keys(report.unguarded.reached).length} addresses`,
    );
    assert.ok(report.live.urls >= 200, `${report.live.urls} URLs`);
    assert.deepEqual(report.live.reached, {});
  });

  it('is reached in the sandbox on loopback, or as the public host that it stands for, and nowhere else', () => {
    const addresses = Object.keys(report.sandbox.reached);
    assert.ok(addresses.includes('127.0.0.1'));
    assert.deepEqual(
      addresses.filter((address) => !isLoopback(address) && address !== PUBLIC),
      [],
    );
  });

  it('control: without the guard the same URLs reach it on loopback, private and metadata addresses', () => {
    const { reached } = report.unguarded;
    for (const address of ['127.0.0.1', '10.0.0.1', '10.77.0.1', '192.168.1.1', '169.254.169.254', '168.63.129.16']) {
      assert.ok((reached[address] ?? 0) > 0, address);
    }
    const connections = Object.values(reached).reduce((sum, count) => sum + count, 0);
    assert.ok(connections >= 200, `${connections} connections`);
  });
});
