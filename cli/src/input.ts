import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Usage } from './failure.ts';

/** Reads a file, or stdin for `-`. */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Usage(code === 'ENOENT' ? `File not found: ${file}` : `${file} cannot be read: ${message}`);
  }
}
