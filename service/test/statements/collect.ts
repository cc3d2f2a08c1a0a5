import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Statement } from '../../src/db/statement.ts';

/** Name → SQL without comments and with white space collapsed. */
export type Golden = Record<string, string>;

const root = fileURLToPath(new URL('../../src/', import.meta.url));
/** Modules that start something when they are imported. */
const started = /^(main|admin|demo|backup\/agent)\.ts$/;
const MARK = '?constants';

/** The sources that use the database, by their path in service/src. */
export const sources: ReadonlyMap<string, string> = new Map(
  globSync('**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
    .filter((path) => !started.test(path))
    .sort()
    .map((path) => [path, readFileSync(root + path, 'utf8')] as const)
    .filter(([path, source]) => path.startsWith('db/') || /from '\.\.\/db\//.test(source)),
);

/** A module imported with MARK exports its constants too, so that the features need not export their statements. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(MARK)) return next(url, context);
    const source = readFileSync(fileURLToPath(url.slice(0, -MARK.length)), 'utf8');
    const names = [...source.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name);
    return { format: 'module-typescript', shortCircuit: true, source: `${source}\nexport const all = { ${names} };` };
  },
});

/** The constants of one module of service/src, exported or not. */
export async function constantsOf(path: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(root + path).href + MARK)).all;
}

const isStatement = (value: object): value is Statement =>
  'name' in value && typeof value.name === 'string' && 'text' in value && typeof value.text === 'string';

/** Adds every statement in `value`, at any depth. */
export function addStatements(golden: Golden, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (isStatement(value)) {
    const text = value.text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    if ((golden[value.name] ?? text) !== text) throw new Error(`${value.name} is the name of two statements`);
    golden[value.name] = text;
    return;
  }
  const proto = Object.getPrototypeOf(value);
  if (proto === Object.prototype || proto === Array.prototype || proto === null)
    for (const inner of Object.values(value)) addStatements(golden, inner);
}
