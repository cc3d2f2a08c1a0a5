// Generates sdk/src/generated from openapi.json. With --check it writes nothing and fails when the files are out of
// date.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { renderCatalogue, renderEvents, renderRecords, renderResources } from './sdk/resources.mjs';

const root = new URL('../', import.meta.url);
const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'));
const sources = {
  records: renderRecords(document),
  resources: renderResources(document),
  events: renderEvents(document),
  catalogue: renderCatalogue(document),
  version: `export const version = '${document.info.version}';`,
};

let drifted = false;
mkdirSync(new URL('sdk/src/generated/', root), { recursive: true });
for (const [name, source] of Object.entries(sources)) {
  const path = `sdk/src/generated/${name}.ts`;
  const text = format(path, `// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk\n\n${source}\n`);
  if (!process.argv.includes('--check')) writeFileSync(new URL(path, root), text);
  else if (read(path) !== text) {
    console.error(`${path} is out of date. Run: npm run sdk`);
    drifted = true;
  }
}
process.exit(drifted ? 1 : 0);

function format(path, text) {
  const biome = spawnSync('node_modules/.bin/biome', ['check', '--write', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (biome.status !== 0) throw new Error(biome.stderr);
  return biome.stdout;
}

function read(path) {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return undefined;
  }
}
