import { readFileSync } from 'node:fs';
import { StartupError } from '../config/startup-error.ts';

const MOST_BYTES = 64 * 1024;

/**
 * Reads a JSON file, or standard input for `-`.
 * @param what it contains, such as `credentials`
 * @throws StartupError that never quotes the content
 */
export function readJsonFile(file: string, what: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new StartupError(`the ${what} file cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  if (Buffer.byteLength(text) > MOST_BYTES) throw new StartupError(`the ${what} file is longer than 64 kB`);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new StartupError(`the ${what} file is not JSON`);
  }
}
