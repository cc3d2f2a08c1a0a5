import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { until } from '../../service/test/support/harness.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export type Terminal = {
  /** The output so far, including colors. */
  output(): string;
  /** Waits until the output matches. */
  see(pattern: RegExp): Promise<RegExpExecArray>;
  type(text: string): void;
  /** Waits for the end and returns the exit code. */
  ended(): Promise<number>;
  kill(signal: string): void;
};

export type Desk = {
  /** The home directory of this person. */
  readonly home: string;
  /** Starts a command in its own terminal. */
  start(...args: string[]): Terminal;
  /** Runs a command to its end. `output` has no colors. */
  run(...args: string[]): Promise<{ code: number; output: string; raw: string }>;
  /** Runs a command with `--json` and parses its output. */
  // biome-ignore lint/suspicious/noExplicitAny: any record
  json(...args: string[]): Promise<any>;
  /** Kills commands that still run. After a failed test they would keep the test process alive. */
  leave(): void;
};

/** A person at a terminal, with their own home directory. */
export function sitDown(env: Record<string, string> = {}): Desk {
  const home = mkdtempSync(join(tmpdir(), 'rialto-cli-'));
  const terminals: Terminal[] = [];
  const start: Desk['start'] = (...args) => {
    const terminal = open(args, home, env);
    terminals.push(terminal);
    return terminal;
  };
  const leave = () => {
    for (const terminal of terminals) terminal.kill('SIGKILL');
  };
  const run: Desk['run'] = async (...args) => {
    const terminal = start(...args);
    const code = await terminal.ended();
    return { code, output: plain(terminal.output()), raw: terminal.output() };
  };
  const json: Desk['json'] = async (...args) => {
    const { output } = await run(...args, '--json');
    return JSON.parse(output);
  };
  return { home, start, run, json, leave };
}

function open(args: string[], home: string, env: Record<string, string>): Terminal {
  const { PATH = '', TMPDIR = tmpdir() } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    name: 'xterm-256color',
    cols: 200,
    rows: 50,
    cwd: home,
    env: {
      PATH,
      TMPDIR,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      NODE_COMPILE_CACHE: join(TMPDIR, 'rialto-cli-cache'),
      ...env,
    },
  });
  let output = '';
  let code: number | null = null;
  child.onData((data) => {
    output += data;
  });
  child.onExit(({ exitCode, signal }) => {
    code = signal ? 128 + signal : exitCode;
  });
  return {
    output: () => output,
    see: (pattern) =>
      until(async () => pattern.exec(plain(output))).catch(() => {
        throw new Error(`${pattern} did not appear:\n${output}`);
      }),
    type: (text) => child.write(text),
    ended: async () => {
      await until(async () => code !== null);
      return code!;
    },
    kill: (signal) => {
      if (code === null) child.kill(signal);
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: color codes are control characters
const plain = (text: string) => text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r\n', '\n');
