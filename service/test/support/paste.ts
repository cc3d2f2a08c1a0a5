import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { dirname, join } from 'node:path';

/**
 * A block that a reader pastes into a shell. `info` is the text after `sh`: the choice of the page that it belongs to.
 */
export type Block = { readonly info: string; readonly code: string };

export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```sh *([^\n]*)\n(.*?)^```$/gms)].map(([, info, code]) => ({ info: info!, code: code! }));

type Answered = { readonly block: number; readonly request: string; readonly status: number };

/** A proxy that records the service's answers. A request for `/block` marks the end of a block. */
export async function openRecorder(service: string) {
  const answered: Answered[] = [];
  let ended = 0;
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const block = ended;
    if (url === '/block') {
      ended++;
      response.end();
      return;
    }
    const up = send(service + url, { method, headers }, (answer) => {
      answered.push({ block, request: `${method} ${url}`, status: answer.statusCode! });
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    up.on('error', () => response.destroy());
    response.on('close', () => up.destroy());
    request.pipe(up);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { base: `http://127.0.0.1:${port}`, answered, ended: () => ended, close };
}

/** A page states each answer that is not 2xx in a comment after the request, `# 402 …`. It may state a 2xx too. */
function faultOf(block: Block, answered: readonly Answered[]): string | null {
  const expected = [...block.code.matchAll(/^# (\d{3})\b/gm)].map(([, status]) => Number(status));
  let next = 0;
  for (const { request, status } of answered) {
    if (status === expected[next]) next++;
    else if (status < 200 || status > 299) return `${request} answered ${status}`;
  }
  return next === expected.length ? null : `no request answered ${expected[next]}`;
}

type Paste = {
  readonly service: string;
  readonly blocks: readonly Block[];
  readonly hookPort: number;
  readonly env: NodeJS.ProcessEnv;
  readonly directory: string;
};

const shims = join(import.meta.dirname, 'shims');
export const isHere = (command: string) => spawnSync('which', [command]).status === 0;
/** Instead of the machine's own commands. */
const path = [shims, ...(isHere('curl') ? [] : [join(shims, 'without-curl')]), dirname(process.execPath)].join(':');

/**
 * Pastes blocks one after the other into one `sh`. Only the line that begins with `BASE=` is replaced.
 * @returns the fault with the shell's output, or null
 */
export async function paste({ service, blocks, hookPort, env, directory }: Paste): Promise<string | null> {
  const recorder = await openRecorder(service);
  const here = (line: string) => line.replace('http://localhost:3000', recorder.base).replace('4000', `${hookPort}`);
  const marked = blocks.map(({ code }) => `${code.replace(/^BASE=.*$/m, here)}\ncurl -s ${recorder.base}/block\n`);
  const { PATH, HOME } = process.env;
  const log = join(directory, 'output');
  const output = openSync(log, 'a');
  // -e and -u are stricter than a terminal: a failing command, or a variable that no block sets, ends the page.
  const shell = spawn('sh', ['-eu'], {
    cwd: directory,
    env: { HOME, PATH: `${path}:${PATH}`, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory, ...env },
    detached: true,
    stdio: ['pipe', output, output],
  });
  const end = () => process.kill(-shell.pid!, 'SIGKILL');
  const overdue = setTimeout(end, 300_000);
  shell.stdin!.on('error', () => {});
  shell.stdin!.end(marked.join('\n'));
  const [status, signal] = await once(shell, 'exit');
  clearTimeout(overdue);
  // Processes that the page left running.
  try {
    end();
  } catch {}
  recorder.close();
  closeSync(output);
  const printed = () => `\n${readFileSync(log, 'utf8')}`;
  const ended = recorder.ended();
  if (ended < blocks.length) return `ended with ${status ?? signal} in:\n${blocks[ended]!.code}${printed()}`;
  for (const [i, block] of blocks.entries()) {
    const fault = faultOf(
      block,
      recorder.answered.filter((one) => one.block === i),
    );
    if (fault) return `${fault} in:\n${block.code}${printed()}`;
  }
  return null;
}
