// Chromium from npm for the tests: as root, on a machine that has nothing but Node. It needs only the C library; what else it
// links to comes in its package, for the Linux that it was built for, and works on others.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';

/** The package's own looks in places of other machines. The same letters everywhere, so that screenshots are the same. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * A page in a context of its own costs 0.42 s of CPU instead of 0.79: a page's process is forked, nothing draws in one more,
 * and a page that is opened is not given a second process as it comes to a service that wants no opener.
 */
const frugal = ['--disable-gpu', '--in-process-gpu', '--renderer-process-limit=1'];

/** One browser for a whole run, to be connected to at `wsEndpoint()`. */
export async function startBrowser(): Promise<BrowserServer> {
  // npm's is for Linux on x64; elsewhere a developer names the browser that they have.
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
    throw new Error(
      `The tests of the dashboard need a browser, and Chromium does not start here: ${(error as Error).message}`,
    );
  }
}

/** 5 s and 210 MB: done once for each version, beside the packages. */
function unpack(): string {
  const cache = join(import.meta.dirname, '../node_modules/.cache');
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  );
  const unpacked = join(cache, `chromium-${version}`);
  if (existsSync(join(unpacked, 'fonts.conf'))) return unpacked;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(`${unpacked}.`);
  // The package unpacks into the temporary directory, and the libraries only where it takes itself to be on such a Linux.
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
    // Another run was quicker.
    rmSync(making, { recursive: true, force: true });
  }
  return unpacked;
}
