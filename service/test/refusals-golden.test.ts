import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'rolldown/parseAst';
import { catalogue, type ErrorCode } from '../../contract/src/errors.ts';
import { reasons } from '../../contract/src/reasons.ts';

const SOURCE = join(import.meta.dirname, '../src');
const GOLDEN = join(import.meta.dirname, 'refusals-golden.txt');
const UPDATE = 'UPDATE_GOLDEN=1 npm test -- service/test/refusals-golden.test.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

/** An expression that the source computes. Variable names may change, so they are not kept. */
const COMPUTED = '<computed>';

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (isNode(value)) {
    visit(value);
    for (const part of Object.values(value)) if (typeof part === 'object') walk(part, visit);
  }
}

/** A string as the source writes it: both sides of a condition, and a template without its expressions. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '-';
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'ConditionalExpression') return `${textOf(node.consequent)}|${textOf(node.alternate)}`;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('<>');
  return node.type === 'Identifier' && node.name === 'undefined' ? '-' : COMPUTED;
}

const propertiesOf = (node: unknown): ReadonlyMap<string, Node> =>
  new Map(
    isNode(node) && node.type === 'ObjectExpression'
      ? (node.properties as Node[]).map((property) => [nameOf(property.key), (property.value ?? property) as Node])
      : [],
  );

const nameOf = (key: unknown) => (isNode(key) ? String(key.name ?? key.value ?? COMPUTED) : '...');

/** The keys of an object, such as `Retry-After`. */
function keysOf(node: unknown): string {
  if (!isNode(node)) return '-';
  return node.type === 'ObjectExpression' ? `{${[...propertiesOf(node).keys()].sort()}}` : COMPUTED;
}

function lineOf(code: string, param: string, facts = '-', headers = '-'): string {
  const statuses = code.split('|').map((one) => catalogue[one as ErrorCode]?.status ?? '?');
  return `refusal ${code} ${statuses.join('|')} param=${param} facts=${facts} headers=${headers}`;
}

/** The refusal, or a refusal's detail, that this node makes. */
function siteOf(node: Node): string | null {
  const args = (node.arguments ?? []) as Node[];
  const callee = (node.callee as Node | undefined)?.name;
  if (node.type === 'NewExpression' && callee === 'Refusal') {
    const more = propertiesOf(args[2]);
    return lineOf(textOf(args[0]), textOf(more.get('param')), keysOf(more.get('facts')), keysOf(more.get('headers')));
  }
  const isCall = node.type === 'CallExpression';
  if (isCall && callee === 'invalidField')
    return `${lineOf('validation_failed', textOf(args[0]))} reason=${textOf(args[1])}`;
  if (isCall && callee === 'invalidValue') return `${lineOf('validation_failed', textOf(args[0]))} reason=not_valid`;
  if (isCall && callee === 'detailOf') {
    const code = args[2] ? textOf(args[2]) : 'validation_failed';
    return `detail ${code} param=${textOf(args[0])}`;
  }
  const detail = propertiesOf(node);
  if (!['param', 'code', 'message'].every((name) => detail.has(name))) return null;
  return `detail ${textOf(detail.get('code'))} param=${textOf(detail.get('param'))}`;
}

function readSites(): string[] {
  const times = new Map<string, number>();
  const count = (line: string) => times.set(line, (times.get(line) ?? 0) + 1);
  for (const file of globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] })) {
    walk(parseAst(readFileSync(join(SOURCE, file), 'utf8'), { lang: 'ts' }), (node) => {
      const site = siteOf(node);
      if (site) count(site);
      const text = node.type === 'Literal' ? String(node.value) : '';
      if (Object.hasOwn(catalogue, text)) count(`named ${text}`);
    });
  }
  return [...times].map(([line, n]) => (n === 1 ? line : `${line} (${n} times)`)).sort();
}

const readCatalogue = () =>
  Object.entries(catalogue)
    .map(([code, { status, type }]) => `catalogue ${code} ${status} ${type}`)
    .sort();

const readReasons = () =>
  Object.entries(reasons)
    .map(([reason, says]) => `reason ${reason} {${[...says.matchAll(/{(\w+)/g)].map(([, name]) => name).sort()}}`)
    .sort();

test('codes, statuses, params and facts of refusals are those of the golden list', () => {
  const lines = [...readCatalogue(), ...readReasons(), ...readSites()];
  if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, `${lines.join('\n')}\n`);
  const golden = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines,
    golden,
    `Clients depend on these. If the change is intended, run \`${UPDATE}\` and commit the list.\n` +
      `Only in the source:\n${without(lines, golden)}\nOnly in the list:\n${without(golden, lines)}`,
  );
});

test('the golden list detects a changed code, param and fact', () => {
  const sitesIn = (source: string) => {
    const found: string[] = [];
    walk(parseAst(source, { lang: 'ts' }), (node) => {
      const site = siteOf(node);
      if (site) found.push(site);
    });
    return found;
  };
  const source = "new Refusal('not_found', 'No wallet.', { param: `items[${i}].to`, facts: { limit } })";
  assert.deepEqual(sitesIn(source), ['refusal not_found 404 param=items[<>].to facts={limit} headers=-']);
  assert.deepEqual(sitesIn(source.replace('No wallet.', 'Not found.')), sitesIn(source));
  for (const [from, to] of [
    ['not_found', 'forbidden'],
    ['].to', '].from'],
    ['limit', 'maximum'],
  ] as const)
    assert.notDeepEqual(sitesIn(source.replace(from, to)), sitesIn(source));
});

const without = (all: readonly string[], others: readonly string[]) =>
  all
    .filter((line) => !others.includes(line))
    .map((line) => `  ${line}`)
    .join('\n');
