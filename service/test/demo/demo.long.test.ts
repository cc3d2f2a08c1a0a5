import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { asService, cloneDatabase } from '../support/database.ts';
import { makeDirectory } from '../support/kill.ts';

const demo = new URL('../../src/demo.ts', import.meta.url).pathname;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}

it('the demo tells its whole story, also with counterparts of providers', { timeout: 120_000 }, async () => {
  const database = await cloneDatabase();
  const directory = makeDirectory();
  try {
    const child = spawn(process.execPath, [demo], {
      env: {
        ...process.env,
        PORT: String(await freePort()),
        DATABASE_URL: asService(database),
        DATABASE_OWNER_URL: database.url,
        DATA_DIR: directory,
        PASSWORD_MEMORY: '19',
        NODE_OPTIONS: '',
      },
    });
    const ended = once(child, 'exit');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.equal((await ended)[0], 0, out + err);
    assert.match(out, /The demo is complete/);
    for (const title of [
      'A transfer on the last weekday of each month',
      'An escrow: two people decide about held money',
      'An MTN customer approves',
      'A Wave customer follows a link',
      'A payout to an MTN phone',
      'A callback is lost',
    ])
      assert.ok(out.includes(title), out);
    const books = /money at (\w+): (\d+) XOF in the clearing wallet, (\d+) XOF in/g;
    const seen = [...out.matchAll(books)].map(([, title, ours, theirs]) => [title, ours, theirs]);
    assert.deepEqual(seen, [
      ['MTN', '2000', '2000'],
      ['Wave', '1500', '1500'],
      ['MTN', '1300', '1300'],
      ['MTN', '2200', '2200'],
    ]);
    assert.match(out, /the customer approves, MTN calls back/);
  } finally {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  }
});
