import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Usage } from './failure.ts';

/** Asks at the terminal, without echo for a secret. Without a terminal it reads the next line of stdin. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) return nextLine(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal does not echo, not even keys that are typed before the question is read.
  const reader = createInterface({ input: process.stdin, output: secret ? silent : process.stderr, terminal: true });
  try {
    if (secret) process.stderr.write(`${question}: `);
    const answer = await reader.question(`${question}: `);
    if (secret) process.stderr.write('\n');
    return answer.trim();
  } finally {
    reader.close();
  }
}

let lines: AsyncIterator<string> | null = null;

async function nextLine(question: string): Promise<string> {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  if (done) throw new Usage(`${question} is required, but there is no terminal and stdin is empty.`);
  return value.trim();
}
