import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const failing = `
import { test } from 'node:test';
import { startReceiver } from '${new URL('../support/receiver.ts', import.meta.url)}';
test('fails', async () => {
  const receiver = await startReceiver();
  const { status } = await fetch(receiver.url, { method: 'POST', body: '{}' });
  throw new Error('answered ' + status);
});
`;

test('a test that fails with an open receiver ends its process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-receiver-'));
  try {
    const file = join(directory, 'failing.mjs');
    writeFileSync(file, failing);
    const { NODE_TEST_CONTEXT: _none, ...env } = process.env;
    // Without an end of its own the process is killed, and has no status.
    const ran = spawnSync(process.execPath, [file], { env, encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' });
    assert.match(ran.stdout, /answered 200/, ran.stderr);
    assert.equal(ran.status, 1);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
