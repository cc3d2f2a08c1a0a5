import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

/** Logs two lines. The second is not yet written when the process ends. */
const program = `
  import { openLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url))};
  const log = openLog('info');
  process.stdin.once('data', () => {
    log.error('one');
    log.error('two');
    process.exit(3);
  });
  process.stdout.write('ready');`;

test('a process ends even if nobody reads its log any more', { timeout: 120_000 }, async (t) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], { stdio: 'pipe' });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.stderr.destroy();
  child.stdin.write('end');
  const [code, signal] = await once(child, 'exit');
  assert.deepEqual([typeof code, signal], ['number', null]);
});
