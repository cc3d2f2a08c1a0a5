// Writes openapi.json from the contract. With --check it writes nothing and fails when the file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderOpenapi } from '../contract/src/openapi.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const file = new URL('../openapi.json', import.meta.url);
const rendered = `${JSON.stringify(renderOpenapi({ version }), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, rendered);
else if (readFileSync(file, 'utf8') !== rendered) {
  console.error('openapi.json is out of date. Run: npm run openapi');
  process.exit(1);
}
