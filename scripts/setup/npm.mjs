// Runs npm as the script before it was run, quietly: what goes wrong is the error's message.
import { spawn } from 'node:child_process';

const running = new Set();

/** @param onChild called with the pid of npm */
export async function runNpm(folder, args, onChild) {
  const own = process.env.npm_execpath;
  const [command, ...first] = own?.endsWith('npm-cli.js') ? [process.execPath, own] : ['npm'];
  const flags = ['--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'];
  const child = spawn(command, [...first, ...args, ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  if (child.pid) onChild(child.pid);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) =>
    child.on('close', resolve).on('error', (error) => resolve(error.message)),
  );
  running.delete(child);
  if (code !== 0) throw new Error(`npm ${args[0]} failed: ${reason(output) ?? code}`);
}

/** Where one install fails the others are given up. */
export function stopNpm() {
  for (const child of running) child.kill();
}

function reason(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const telling = lines.filter(
    (line) => line !== '' && !/^(code|errno|syscall|path|A complete log|Log files)/.test(line),
  );
  return telling.slice(0, 2).join(' ').slice(0, 300) || undefined;
}
