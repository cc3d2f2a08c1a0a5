import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which program this is. The commit is `unknown` where neither a release nor a checkout says it. */
export type Build = { readonly version: string; readonly commit: string };

const UNKNOWN = 'unknown';

/** The version and commit of the folder with package.json. It reads files only, because git may not be installed. */
export function readBuild(root: string): Build {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: readReleased(root) ?? readCheckedOut(root) ?? UNKNOWN };
}

/** `Service-Webhooks/0.2.0 (1f2e3d4c)`: the wire names no product, so HEADER_PREFIX takes its place. */
export function userAgentOf(headerPrefix: string, { version, commit }: Build): string {
  return `${headerPrefix}-Webhooks/${version}${commit === UNKNOWN ? '' : ` (${commit.slice(0, 8)})`}`;
}

/** `npm run release` writes it. */
function readReleased(root: string): string | undefined {
  const text = read(join(root, 'release.json'));
  return text === undefined ? undefined : (JSON.parse(text) as { commit: string }).commit;
}

/** What HEAD of the checkout names, whether a branch's file or packed with others; a worktree's `.git` is a file. */
function readCheckedOut(root: string): string | undefined {
  const pointer = /^gitdir: (.+)$/m.exec(read(join(root, '.git')) ?? '')?.[1];
  const folder = pointer ? resolve(root, pointer) : join(root, '.git');
  const head = read(join(folder, 'HEAD'))?.trim();
  const ref = /^ref: (.+)$/.exec(head ?? '')?.[1];
  if (!ref) return commitIn(head);
  const common = resolve(folder, read(join(folder, 'commondir'))?.trim() ?? '.');
  return commitIn(read(join(folder, ref)) ?? read(join(common, ref))) ?? packed(read(join(common, 'packed-refs')), ref);
}

function packed(refs: string | undefined, ref: string): string | undefined {
  return commitIn(refs?.split('\n').find((line) => line.endsWith(` ${ref}`)));
}

const commitIn = (line: string | undefined) => /^[0-9a-f]{40,64}\b/.exec(line ?? '')?.[0];

/** @returns undefined where there is no such file */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export const build: Build = readBuild(fileURLToPath(new URL('../../../', import.meta.url)));
