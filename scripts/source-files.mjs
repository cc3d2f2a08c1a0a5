import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Paths of the project's own sources: files that git tracks, and new files that are not ignored. */
export function sourceFiles() {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|sql|css)$/.test(file) && existsSync(file))
    .sort();
}
