import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readBuild, userAgentOf } from './build.ts';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  write('package.json', '{"version":"1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('the commit of a build', () => {
  it('is unknown where nothing says it', () => {
    assert.deepEqual(readBuild(root), { version: '1.2.3', commit: 'unknown' });
    write('.git/HEAD', 'ref: refs/heads/main\n');
    assert.equal(readBuild(root).commit, 'unknown');
  });

  it('comes from the file of a release first', () => {
    write('.git/HEAD', `${first}\n`);
    write('release.json', JSON.stringify({ commit: second }));
    assert.equal(readBuild(root).commit, second);
  });

  it('comes from the branch of a checkout, in its own file or packed, or from a detached HEAD', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write('.git/packed-refs', `# pack-refs with: peeled\n${second} refs/heads/other/main\n${first} refs/heads/main\n`);
    assert.equal(readBuild(root).commit, first);
    write('.git/refs/heads/main', `${second}\n`);
    assert.equal(readBuild(root).commit, second);
    write('.git/HEAD', `${first}\n`);
    assert.equal(readBuild(root).commit, first);
  });

  it('is the comment of the User-Agent of webhooks, where it is known', () => {
    assert.equal(userAgentOf('Service', { version: '1.2.3', commit: first }), 'Service-Webhooks/1.2.3 (aaaaaaaa)');
    assert.equal(userAgentOf('Pay', { version: '1.2.3', commit: 'unknown' }), 'Pay-Webhooks/1.2.3');
  });

  it('comes from a worktree, whose .git is a file', () => {
    write('.git', `gitdir: ${join(root, 'main/.git/worktrees/one')}\n`);
    write('main/.git/worktrees/one/HEAD', 'ref: refs/heads/one\n');
    write('main/.git/worktrees/one/commondir', '../..\n');
    write('main/.git/refs/heads/one', `${first}\n`);
    assert.equal(readBuild(root).commit, first);
  });
});
