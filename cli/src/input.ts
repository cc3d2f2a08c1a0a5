import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Usage } from './failure.ts';

/** A file that a command names, or `-` for what is piped into it. */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Usage(code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${message}`);
  }
}
