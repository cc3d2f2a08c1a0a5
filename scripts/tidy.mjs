// Checks style: short files, functions and lines, no catch-all names, no barrels, no TODO comments, no exported name
// twice, little SQL over arrays by hand, and plain sentences in comments. `--count` prints what is left to improve.
// `--lower` lowers the limits in scripts/tidy-limits.json to today's counts; nothing raises them.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sourceFiles } from './source-files.mjs';

const MAX_LINES = 400;
const MAX_WIDTH = 120;
/** Biome counts the lines of functions: biome.json holds the maximum of this rule. */
const RULE = 'complexity/noExcessiveLinesPerFunction';
const LIMITS = new URL('tidy-limits.json', import.meta.url);
const GENERATED = /^(service\/schema\.sql|sdk\/src\/generated\/.*)$/;
const TEST = /\.test\.(ts|mjs)$|(^|\/)test\//;
/** These files hold bad examples. */
const OWN = /^scripts\/tidy\./;
/** The contract's texts are published: a description is one string on one line. */
const PUBLISHED_TEXTS = /^contract\/src\//;
const CATCH_ALL = /(^|\/)(utils?|helpers?|misc|common|shared|index)(\.\w+)?(\/|$)/;
const LATER = new RegExp(`\\b(${['TODO', 'FIXME', 'HACK'].join('|')})\\b`);
const COMMENT = /\/\*\*?[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g;
const MARKS = /^\s*\/\*\*?|\*\/$|^\s*\/\/|\n\s*\*\s?|\n\s*\/\//g;
/** A clause as the subject of a sentence reads slowly: "What fails is retried" is "The service retries failures". */
const CLAUSE_FIRST = /^\s*(What|Of|Who|Whoever|So many)\b/;
/** `unnest(` by hand: service/src/db/table.ts writes it from a map of columns. */
const UNNEST = /unnest\(/g;
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;

/** @returns {string[]} the errors, one per line */
export function checkTidy() {
  return tidyErrors(readSources(), findLongFunctions(), readLimits());
}

/**
 * @param {readonly { path: string, text: string }[]} sources
 * @param {readonly string[]} longFunctions `path:name` of each function that is too long
 * @param {{ clauseFirst: number, unnests: number, longFunctions: string[], longLines: Record<string, number> }} limits
 * @returns {string[]} the errors, one per line
 */
export function tidyErrors(sources, longFunctions, limits) {
  const counts = countAll(sources, longFunctions);
  return [
    ...sources.flatMap(({ path, text }) => fileErrors(path, text)),
    ...exportedTwice(sources),
    ...Object.entries(counts.longLines)
      .filter(([path, count]) => count > (limits.longLines[path] ?? 0))
      .map(
        ([path, count]) =>
          `${path}: ${count} lines are longer than ${MAX_WIDTH} (allowed here: ${limits.longLines[path] ?? 0})`,
      ),
    ...counts.longFunctions
      .filter((name) => !limits.longFunctions.includes(name))
      .map((name) => `${name}: the function is too long; split it (biome.json has the maximum)`),
    ...(counts.clauseFirst > limits.clauseFirst
      ? [`${counts.clauseFirst} comment sentences begin with What, Of, Who, So many; at most ${limits.clauseFirst} may`]
      : []),
    ...(counts.unnests > limits.unnests
      ? [`service/src has ${counts.unnests} handwritten "unnest("; at most ${limits.unnests}: see db/table.ts`]
      : []),
  ];
}

/**
 * Counts what the limits bound. A test compares both, so that a limit that is too high is lowered.
 * @returns {{ clauseFirst: number, unnests: number, longFunctions: string[], longLines: Record<string, number> }}
 */
export function countAll(sources, longFunctions) {
  const longLines = sources
    .filter(({ path }) => !GENERATED.test(path) && !PUBLISHED_TEXTS.test(path))
    .map(({ path, text }) => [path, text.split('\n').filter((line) => line.length > MAX_WIDTH).length])
    .filter(([, count]) => count > 0);
  return {
    clauseFirst: sources.reduce((sum, { path, text }) => sum + clausesFirst(path, text).length, 0),
    unnests: sources
      .filter(({ path }) => path.startsWith('service/src/') && !TEST.test(path))
      .reduce((sum, { text }) => sum + (text.match(UNNEST)?.length ?? 0), 0),
    longFunctions: [...longFunctions].sort(),
    longLines: Object.fromEntries(longLines),
  };
}

function fileErrors(path, text) {
  const lines = text.split('\n');
  const wrong = [];
  if (lines.length > MAX_LINES + 1 && !GENERATED.test(path))
    wrong.push(`${path} has ${lines.length} lines; the maximum is ${MAX_LINES}`);
  if (CATCH_ALL.test(path)) wrong.push(`${path}: choose a name that describes its purpose`);
  lines.forEach((line, i) => {
    if (LATER.test(line) && !OWN.test(path)) wrong.push(`${path}:${i + 1} has a TODO or FIXME comment`);
    if (/^export \* from/.test(line)) wrong.push(`${path}:${i + 1} is a barrel (export *)`);
  });
  return wrong;
}

/** One word has one meaning, so two files of the service do not export the same name. */
function exportedTwice(sources) {
  const filesOf = new Map();
  for (const { path, text } of sources) {
    if (!path.startsWith('service/src/') || TEST.test(path)) continue;
    for (const [, name] of text.matchAll(EXPORT)) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(path));
  }
  return [...filesOf]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${[...files].join(' and ')} export the same name: ${name}`);
}

function clausesFirst(path, text) {
  if (!/\.(ts|tsx|mjs)$/.test(path) || GENERATED.test(path) || OWN.test(path)) return [];
  return [...text.matchAll(COMMENT)]
    .flatMap(([comment]) => comment.replace(MARKS, ' ').split(/(?<=[.:;!?])\s+/))
    .filter((sentence) => CLAUSE_FIRST.test(sentence) && !sentence.trim().endsWith('?'));
}

/** @returns {string[]} `path:name` of each function that is too long, without tests and generated files */
export function findLongFunctions() {
  const args = ['lint', `--only=${RULE}`, '--max-diagnostics=none', '--reporter=json', '.'];
  const { stdout } = spawnSync('node_modules/.bin/biome', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(stdout)
    .diagnostics.map(({ location: { path, start } }) => ({ path, line: start.line }))
    .filter(({ path }) => !TEST.test(path) && !GENERATED.test(path))
    .map(({ path, line }) => `${path}:${nameOf(readFileSync(path, 'utf8').split('\n')[line - 1])}`);
}

function nameOf(line) {
  const [, name] = /\b(?:function\*?|const|let) (\w+)/.exec(line) ?? /^\s*(?:async )?(\w+)/.exec(line) ?? [];
  return name ?? line;
}

export const readSources = () => sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
export const readLimits = () => JSON.parse(readFileSync(LIMITS, 'utf8'));

/** @returns {string[]} the limits that are higher than today's counts */
export function tooHigh(limits, counts) {
  return [
    ...['clauseFirst', 'unnests']
      .filter((kind) => counts[kind] < limits[kind])
      .map((kind) => `${kind}: ${counts[kind]}`),
    ...limits.longFunctions.filter((name) => !counts.longFunctions.includes(name)),
    ...Object.entries(limits.longLines)
      .map(([path, allowed]) => ({ path, allowed, count: counts.longLines[path] ?? 0 }))
      .filter(({ allowed, count }) => count < allowed)
      .map(({ path, count }) => `${path}: ${count}`),
  ];
}

/** @returns {typeof limits} the limits, each as low as today's count allows */
export function lower(limits, counts) {
  const longLines = Object.entries(limits.longLines)
    .map(([path, allowed]) => [path, Math.min(allowed, counts.longLines[path] ?? 0)])
    .filter(([, allowed]) => allowed > 0);
  return {
    clauseFirst: Math.min(limits.clauseFirst, counts.clauseFirst),
    unnests: Math.min(limits.unnests, counts.unnests),
    longFunctions: limits.longFunctions.filter((name) => counts.longFunctions.includes(name)),
    longLines: Object.fromEntries(longLines),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const counts = countAll(readSources(), findLongFunctions());
  const sum = Object.values(counts.longLines).reduce((total, count) => total + count, 0);
  if (process.argv.includes('--count'))
    console.log(
      [
        `sentences that begin with What, Of, Who, So many: ${counts.clauseFirst}`,
        `handwritten unnest( in service/src: ${counts.unnests}`,
        `long functions: ${counts.longFunctions.length}`,
        `long lines: ${sum} in ${Object.keys(counts.longLines).length} files`,
      ].join('\n'),
    );
  if (process.argv.includes('--lower'))
    writeFileSync(LIMITS, `${JSON.stringify(lower(readLimits(), counts), null, 2)}\n`);
}
