// Writes openapi.json from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderOpenapi } from '../contract/src/openapi.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const file = new URL('../openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(renderOpenapi({ version }), null, 2)}\n`);
