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

/** A command in its own terminal. Commands that run until Ctrl+C are left running. */
type Terminal = { readonly output: () => string; readonly code: () => number | null; readonly end: () => void };

/** The output that shows that a program is up; for `listen` it contains the secret. */
const UP = /Signing secret: (whsec_\w+)|The shop is at|Listening at|Development Server .* started/;
/** The payroll's last employee cannot be paid, so the program exits with 1. */
const exitCodeOf = (line: string) => (line.includes('examples/payroll/') ? 1 : 0);

/** The lines of the `sh` blocks in an example's README. */
const linesOf = (name: string) =>
  [...readFileSync(join(examples, name, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text]) =>
    text!.trim().split('\n'),
  );

/** A directory with links to the repository's entries, so that the commands do not write into the repository. */
function makeCheckout(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-readmes-'));
  for (const entry of readdirSync(root)) {
    if (!entry.startsWith('.git')) symlinkSync(join(root, entry), join(directory, entry));
  }
  return directory;
}

describe('the shell commands in the README of', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  /** Runs the lines in order, as a reader does, and then the steps that the README describes in words. */
  async function follow(
    name: string,
    then: (last: string, port: number, before: string) => Promise<unknown>,
  ): Promise<void> {
    const merchant = await service.merchant();
    // The balance of the demo merchant.
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
      if (terminal.code() !== null) assert.equal(terminal.code(), exitCodeOf(line), `${line}\n${terminal.output()}`);
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
      // A reader needs longer than the two seconds of a test payment.
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
    return absent.length > 0 && `not installed: ${absent.join(', ')}`;
  };

  it('checkout start a shop that ships', () =>
    follow('checkout', async (_, port) => {
      const base = `http://127.0.0.1:${port}`;
      const [, order = ''] = /name="order" value="([^"]+)"/.exec(await (await fetch(base)).text()) ?? [];
      const body = new URLSearchParams({ order, phone: '+221771234567', product: 'chairs' });
      assert.equal((await fetch(`${base}/orders`, { method: 'POST', body, redirect: 'manual' })).status, 303);
      await until(async () => /Paid\. Your parcel/.test(await (await fetch(`${base}/orders/${order}`)).text()), 30);
    }));

  it('payroll pay the salaries, also with the command line', () =>
    follow('payroll', async (last, _, before) => {
      assert.match(before, /2 paid, 95000 XOF in minor units;\n1 failed/);
      assert.match(last, /partial/);
    }));

  it('php start a receiver that stores the payment', { skip: missing('php') }, () =>
    follow('php', async (last) => assert.match(last, /payment\.succeeded.*order-php-1/)),
  );

  it('python start a receiver that stores the payment', { skip: missing('python3', 'sqlite3') }, () =>
    follow('python', async (last) => assert.match(last, /^order-python-1\|5000\|XOF\|evt_\w+$/m)),
  );

  it('every example are tested here', () => {
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
  // Child processes are in the same process group.
  const end = () => {
    if (ended === null && child.pid) process.kill(-child.pid, 'SIGTERM');
  };
  return { output: () => output, code: () => ended, end };
}
