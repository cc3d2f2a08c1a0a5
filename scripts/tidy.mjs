// Checks style: short files, no catch-all names, no barrels, no TODO comments.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.mjs';

const MAX_LINES = 400;
const GENERATED = /^(service\/schema\.sql|sdk\/src\/generated\/.*)$/;
const CATCH_ALL = /(^|\/)(utils?|helpers?|misc|common|shared|index)(\.\w+)?(\/|$)/;
const LATER = new RegExp(`\\b(${['TODO', 'FIXME', 'HACK'].join('|')})\\b`);

/** `unnest(` written by hand in service/src. It may only fall: service/src/db/table.ts writes it from a map of columns. */
const UNNESTS = 27;

function checkUnnests() {
  const files = sourceFiles().filter((file) => /^service\/src\/.*(?<!\.test)\.ts$/.test(file));
  const count = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('unnest(').length - 1, 0);
  if (count > UNNESTS) return [`service/src has ${count} handwritten "unnest("; ${UNNESTS} at most: see db/table.ts`];
  if (count < UNNESTS) return [`service/src has ${count} handwritten "unnest(": lower UNNESTS in scripts/tidy.mjs`];
  return [];
}

/** @returns {string[]} the errors, one per line */
export function checkTidy() {
  return [...checkFiles(), ...checkUnnests()];
}

function checkFiles() {
  return sourceFiles().flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const wrong = [];
    if (lines.length > MAX_LINES + 1 && !GENERATED.test(file))
      wrong.push(`${file} has ${lines.length} lines; the maximum is ${MAX_LINES}`);
    if (CATCH_ALL.test(file)) wrong.push(`${file}: choose a name that describes its purpose`);
    lines.forEach((line, i) => {
      if (LATER.test(line) && file !== 'scripts/tidy.mjs') wrong.push(`${file}:${i + 1} has a TODO or FIXME comment`);
      if (/^export \* from/.test(line)) wrong.push(`${file}:${i + 1} is a barrel (export *)`);
    });
    return wrong;
  });
}
