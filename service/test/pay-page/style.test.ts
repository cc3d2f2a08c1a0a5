import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { it } from 'node:test';
import postcss from 'postcss';
import { pageStyle } from '../../src/pages/style.ts';

/** Its package exports no types. */
const doiuse = createRequire(import.meta.url)('doiuse');

/** Proxy browsers that payers use. Their own rendering was not tried: caniuse says what they know. */
const browsers = ['op_mini all', 'and_uc 15.5'];
/** Without these the page looks plainer, and everything on it still reads and works. */
const decoration = ['border-radius', 'outline', 'prefers-color-scheme', 'word-break', 'wordwrap'];

async function unknownFeatures(css: string): Promise<string[]> {
  const found = new Set<string>();
  const linter = doiuse({ browsers, onFeatureUsage: ({ feature }: { feature: string }) => found.add(feature) });
  await postcss([linter]).process(css, { from: undefined });
  return [...found].filter((feature) => !decoration.includes(feature)).sort();
}

it('the style needs nothing that Opera Mini and UC Browser do not know', async () => {
  assert.deepEqual(await unknownFeatures(pageStyle), []);
  // Control: the linter sees what these browsers do not know.
  const modern = 'main{display:grid;gap:1rem}p{color:var(--ink);position:sticky}a{transition:color 1s}';
  const missed = await unknownFeatures(modern);
  for (const feature of ['css-grid', 'css-variables', 'css-transitions']) assert.ok(missed.includes(feature), feature);
});
