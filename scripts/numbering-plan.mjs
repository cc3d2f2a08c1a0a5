// Writes service/src/rails/numbering-plan.json from a checkout of https://github.com/google/libphonenumber, whose
// license is Apache-2.0:
// node scripts/numbering-plan.mjs <folder of the checkout>
// The file says which network gave out a prefix. Run it once a year, and for a rail in a country that is not here yet.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [checkout] = process.argv.slice(2);
if (!checkout) throw new Error('usage: node scripts/numbering-plan.mjs <folder of a libphonenumber checkout>');

/** Calling codes of Africa, and of Haiti: where phones have mobile money. The whole world takes 30 times as much. */
const isWanted = (code) => /^2\d/.test(code) || code === '509';

const folder = join(checkout, 'resources/carrier/en');
const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.txt') && isWanted(name.slice(0, -4)))
  .sort()
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  .filter((line) => /^\d+\|/.test(line));
const byNetwork = Map.groupBy(lines, (line) => line.slice(line.indexOf('|') + 1).trim());
const networks = Object.fromEntries(
  [...byNetwork]
    .filter(([network]) => network !== '')
    .map(([network, found]) => [network, found.map((line) => line.slice(0, line.indexOf('|'))).join(' ')])
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
const text = `${JSON.stringify({ source: 'libphonenumber, resources/carrier/en (Apache-2.0)', networks }, null, 2)}\n`;
writeFileSync(new URL('../service/src/rails/numbering-plan.json', import.meta.url), text);
