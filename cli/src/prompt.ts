import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Usage } from './failure.ts';

/** Asks at the terminal; what is secret is not shown. Without a terminal it is the next line of stdin. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) return nextLine(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal itself shows nothing of what is typed, not even what comes before the question is read.
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
  if (done) throw new Usage(`${question} is needed: there is no terminal to ask at, and nothing on stdin`);
  return value.trim();
}
