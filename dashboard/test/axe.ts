import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on the current page, one per line. */
export async function violations(page: Page): Promise<string[]> {
  // Content that fades in has a low contrast for a moment. The fade starts a frame or two after it appears.
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let still = 0; still < 3; still++) {
      await frame();
      const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
      if (moving.length > 0) still = -1;
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    }
  })()`);
  // Through the protocol: the page's policy allows no injected script. It costs 0.3 s, so it is sent once to a document.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) =>
      [id, target, html.slice(0, 300), failureSummary].join(' '))))`);
}
