import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens an empty file that has no name any more: nobody else can open it, and its space is free when it is closed, even
 * after a crash. A ZIP archive has its directory at the end, so a workbook cannot be read from a stream.
 */
export async function openSpoolFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  try {
    return await open(join(folder, 'spool'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
