import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const unit = new URL('../../deploy/systemd/rialto.service', import.meta.url).pathname;
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const skip = analyze('--version').status === 0 ? false : 'systemd-analyze is not installed: apt-get install systemd';

/** Works on a copy of the unit. */
function withCopy(edit: (text: string, directory: string) => string, check: (file: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    const file = join(directory, 'rialto.service');
    writeFileSync(file, edit(readFileSync(unit, 'utf8'), directory));
    check(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the systemd unit', { skip }, () => {
  it('is valid', () => {
    const installed = (text: string, directory: string) => {
      mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true });
      symlinkSync(process.execPath, join(directory, 'node_modules/.bin/node'));
      return text.replaceAll('/opt/rialto', directory);
    };
    withCopy(installed, (file) => {
      const { status, stderr } = analyze('verify', '--man=no', file);
      assert.deepEqual([status, stderr], [0, '']);
    });
    const misspelt = (text: string, directory: string) =>
      installed(text, directory).replace('ProtectSystem=', 'ProtectSytem=');
    withCopy(misspelt, (file) =>
      assert.match(analyze('verify', '--man=no', file).stderr, /ProtectSytem/, 'the control'),
    );
  });

  it('has an exposure of at most 2.5', () => {
    const security = (file: string) => analyze('security', '--offline=true', '--threshold=25', file);
    const { status, stdout } = security(unit);
    assert.equal(status, 0, stdout);
    const open = (text: string) => text.replaceAll(/^(CapabilityBoundingSet|SystemCallFilter|Protect\w+)=.*$/gm, '');
    withCopy(open, (file) => assert.notEqual(security(file).status, 0, 'the control'));
  });
});
