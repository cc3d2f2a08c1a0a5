import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page as it is, a line each. */
export async function violations(page: Page): Promise<string[]> {
  // What fades in is pale for a moment, which begins a frame or two after it is there.
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let still = 0; still < 3; still++) {
      await frame();
      const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
      if (moving.length > 0) still = -1;
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    }
  })()`);
  // Through the protocol: the page's own policy lets no script in.
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => id + ' ' + target + ' ' + html.slice(0, 300) + ' ' + failureSummary)))`);
}
