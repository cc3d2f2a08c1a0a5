// Checks style: short files, no catch-all names, no barrels, no TODO comments.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.mjs';

const MAX_LINES = 400;
const GENERATED = /^(service\/schema\.sql|sdk\/src\/generated\/.*)$/;
const CATCH_ALL = /(^|\/)(utils?|helpers?|misc|common|shared|index)(\.\w+)?(\/|$)/;
const LATER = new RegExp(`\\b(${['TODO', 'FIXME', 'HACK'].join('|')})\\b`);

/** @returns {string[]} the errors, one per line */
export function checkTidy() {
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
