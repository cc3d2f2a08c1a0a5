import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** As npm start has it: compiling takes a third of the time of each command. */
const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;

export type CommandResult = { readonly code: number | null; readonly out: string; readonly err: string };

/** Starts `npm run admin -- …`, as a person types it. */
export function startAdmin(env: Record<string, string>, args: readonly string[]): ChildProcess {
  const admin = new URL('../../src/admin.ts', import.meta.url).pathname;
  return spawn(process.execPath, [admin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PASSWORD_MEMORY: '19', FEE_QUOTE_SECONDS: '0', NODE_COMPILE_CACHE: cache, ...env },
  });
}

export async function runAdmin(env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  const child = startAdmin(env, args);
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout!), text(child.stderr!), exit]);
  return { code, out: out.trim(), err };
}
