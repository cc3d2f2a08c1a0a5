// Builds the published command line, with the SDK inside, into cli/dist or the given directory.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = resolve(process.argv[2] ?? join(root, 'cli/dist'));
rmSync(dist, { recursive: true, force: true });
const tsc = join(root, 'node_modules/.bin/tsc');
const { status } = spawnSync(tsc, ['-p', join(root, 'cli'), '--outDir', dist], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
chmodSync(join(dist, 'cli/src/main.js'), 0o755);
