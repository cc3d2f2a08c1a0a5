// Builds the published SDK into sdk/dist or the given directory: JavaScript and types for every runtime, and the user
// client as one file for browsers.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = resolve(process.argv[2] ?? join(root, 'sdk/dist'));
rmSync(dist, { recursive: true, force: true });
const tsc = join(root, 'node_modules/.bin/tsc');
const { status } = spawnSync(tsc, ['-p', join(root, 'sdk'), '--outDir', dist], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const bundle = await rolldown({ input: join(dist, 'user.js'), platform: 'browser' });
await bundle.write({ file: join(dist, 'browser/user.js'), format: 'esm', minify: true });
