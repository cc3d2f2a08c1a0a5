import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { freePort } from '../../service/test/support/kill.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = join(root, 'examples');

/** A line in a terminal of its own: those that go on until Ctrl+C are left running. */
type Terminal = { readonly output: () => string; readonly code: () => number | null; readonly end: () => void };

/** What says that a program is up, and in the case of `listen` with which secret. */
const UP = /Signing secret: (whsec_\w+)|The shop is at|Listening at|Development Server .* started/;
/** The payroll's last employee cannot be paid, and its program says so. */
const endsWith = (line: string) => (line.includes('examples/payroll/') ? 1 : 0);

/** The lines of its `sh` blocks. */
const linesOf = (name: string) =>
  [...readFileSync(join(examples, name, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text]) =>
    text!.trim().split('\n'),
  );

/** Where it writes is no place of ours: a directory in which the repository seems to be. */
function makeCheckout(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-readmes-'));
  for (const entry of readdirSync(root)) {
    if (!entry.startsWith('.git')) symlinkSync(join(root, entry), join(directory, entry));
  }
  return directory;
}

describe('the shell lines in the README of', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  /** Types the lines one after the other, as somebody who reads it does, and then does what is told in words. */
  async function follow(
    name: string,
    then: (last: string, port: number, before: string) => Promise<unknown>,
  ): Promise<void> {
    const merchant = await service.merchant();
    // What the demo merchant has.
    await merchant.wallet('XOF', 500_000n);
    const directory = makeCheckout();
    const port = await freePort();
    const env = {
      ...process.env,
      HOME: directory,
      KEY: merchant.key,
      RIALTO_BASE_URL: service.base,
      PORT: String(port),
      XDG_STATE_HOME: join(directory, 'state'),
    };
    const terminals: Terminal[] = [];
    const type = async (line: string): Promise<string> => {
      const terminal = open(line.replaceAll('4000', String(port)), directory, env);
      terminals.push(terminal);
      await until(async () => terminal.code() !== null || UP.test(terminal.output()), 60);
      if (terminal.code() !== null) assert.equal(terminal.code(), endsWith(line), `${line}\n${terminal.output()}`);
      return terminal.output();
    };
    try {
      const lines = linesOf(name);
      assert.ok(lines.length > 0);
      let secret = 'whsec_…';
      let printed = '';
      for (const line of lines.slice(0, -1)) {
        printed = await type(line.replace('whsec_…', secret));
        secret = UP.exec(printed)?.[1] ?? secret;
      }
      const last = lines.at(-1)!.replace('whsec_…', secret);
      // A reader takes longer than the two seconds of a test payment.
      if (lines.length > 2)
        await until(async () => terminals.some(({ output }) => /succeeded {2}evt_/.test(output())), 30);
      const before = terminals.map(({ output }) => output()).join('');
      await then(await type(last), port, before);
    } finally {
      for (const { end } of terminals) end();
      rmSync(directory, { recursive: true, force: true });
    }
  }

  const missing = (...commands: string[]) => {
    const absent = commands.filter((command) => spawnSync('which', [command]).status !== 0);
    return absent.length > 0 && `not on this machine: ${absent.join(', ')}`;
  };

  it('checkout lead to a shop that ships', () =>
    follow('checkout', async (_, port) => {
      const base = `http://127.0.0.1:${port}`;
      const [, order = ''] = /name="order" value="([^"]+)"/.exec(await (await fetch(base)).text()) ?? [];
      const body = new URLSearchParams({ order, phone: '+221771234567', product: 'chairs' });
      assert.equal((await fetch(`${base}/orders`, { method: 'POST', body, redirect: 'manual' })).status, 303);
      await until(async () => /Paid\. Your parcel/.test(await (await fetch(`${base}/orders/${order}`)).text()), 30);
    }));

  it('payroll pay it, also by the command line alone', () =>
    follow('payroll', async (last, _, before) => {
      assert.match(before, /2 paid, 95000 XOF in minor units;\n1 failed/);
      assert.match(last, /partial/);
    }));

  it('php lead to a receiver that keeps the payment', { skip: missing('php') }, () =>
    follow('php', async (last) => assert.match(last, /payment\.succeeded.*order-php-1/)),
  );

  it('python lead to a receiver that keeps the payment', { skip: missing('python3', 'sqlite3') }, () =>
    follow('python', async (last) => assert.match(last, /^order-python-1\|5000\|XOF\|evt_\w+$/m)),
  );

  it('every example are typed here', () => {
    const withLines = readdirSync(examples).filter((name) => name !== 'README.md' && name !== 'test');
    assert.deepEqual(withLines.filter((name) => linesOf(name).length > 0).sort(), [
      'checkout',
      'payroll',
      'php',
      'python',
    ]);
  });
});

function open(line: string, cwd: string, env: NodeJS.ProcessEnv): Terminal {
  const child = spawn('bash', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  let ended: number | null = null;
  child.on('close', (code) => {
    ended = code ?? 1;
  });
  // What it started is in its group.
  const end = () => {
    if (ended === null && child.pid) process.kill(-child.pid, 'SIGTERM');
  };
  return { output: () => output, code: () => ended, end };
}
