import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { asService, cloneDatabase, type TestDatabase } from '../support/database.ts';
import { makeDirectory } from '../support/kill.ts';

const main = new URL('../../src/main.ts', import.meta.url).pathname;
const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;

/** Notes the address of each module that the process loads. */
const note = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED, url + '\\n');
    return next(url, context);
  },
});
`;

let database: TestDatabase;
const directory = makeDirectory();
before(async () => {
  database = await cloneDatabase();
  writeFileSync(join(directory, 'note.mjs'), note);
});
after(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

/**
 * Starts the service until it is ready.
 * @returns the packages of OpenTelemetry and the files of traces that it loaded
 */
async function loadedWith(name: string, env: Record<string, string>): Promise<string[]> {
  const loaded = join(directory, name);
  const child = spawn(process.execPath, ['--import', join(directory, 'note.mjs'), main], {
    env: {
      ...process.env,
      ...{ PORT: '0', DEMO: 'off', PASSWORD_MEMORY: '19', LOG_LEVEL: 'warn', NODE_OPTIONS: '', LOADED: loaded },
      NODE_COMPILE_CACHE: cache,
      ...{ DATABASE_URL: asService(database), DATABASE_OWNER_URL: database.url, DATA_DIR: directory },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout!.once('data', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  const ours = /@opentelemetry\/([\w-]+)\/|\/src\/(tracing\/start\.ts)$/;
  const found = readFileSync(loaded, 'utf8')
    .split('\n')
    .flatMap((url) => {
      const [, pack, file] = ours.exec(url) ?? [];
      return pack ?? file ?? [];
    });
  return [...new Set(found)].sort();
}

it('a service without traces loads none of their modules; prom-client alone loads the API', async () => {
  const on = await loadedWith('on', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  for (const name of ['exporter-trace-otlp-proto', 'sdk-trace', 'tracing/start.ts']) assert.ok(on.includes(name), name);
  assert.deepEqual(await loadedWith('off', {}), ['api']);
});
