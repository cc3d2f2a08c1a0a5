// Every path, name and figure of the code that a document states must exist, so that a move, a rename or a changed
// constant also corrects the documents.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { wrongFigures } from './document-figures.mjs';

const DOCUMENTS =
  /^((decisions|docs|bench|bench\/findings)\/[^/]+|ARCHITECTURE|CONTRIBUTING|README|RELIABILITY|SECURITY)\.md$/;
/** Their code blocks name files of the repository. Code blocks of other documents are a reader's own files. */
const WITH_BLOCKS = /^(ARCHITECTURE|CONTRIBUTING)\.md$/;
const EXTENSION = /\.(ts|tsx|mjs|md|sql)$/;
/** A placeholder or a pattern, not a name: `<id>`, `*`, `…`, `{a,b}`, `$DIR`. */
const PATTERN = /[<>*…{}$()[\]]/;
const FOLDER = /^[\w-][\w-/]*\/$/;
/** A name of code: `lockWallets`, `parked_settlements`, `MAX_BATCH`. Plain words may be anything. */
const NAME = /^(?=.*([a-z][A-Z]|_))\w+(?=$|\()/;
const SOURCE = /^(contract|service|sdk|cli|counterparts|scripts|dashboard)\/.*\.(ts|tsx|mjs|sql)$|^package\.json$/;
const BUILT = /^(dashboard|sdk|cli)\/dist\b/;

/** @returns {string[]} a line for each path or name that does not exist, and for each figure that is another */
export function checkDocumentPaths() {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  const files = list.split('\n').filter((file) => file !== '' && existsSync(file));
  const read = (file) => readFileSync(file, 'utf8');
  const sources = files.filter((file) => SOURCE.test(file)).map((path) => ({ path, text: read(path) }));
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  return files
    .filter((file) => DOCUMENTS.test(file))
    .flatMap((file) => [
      ...missingPaths(file, read(file), files, read),
      ...missingNames(file, read(file), words),
      ...wrongFigures(file, read(file), sources),
    ]);
}

/**
 * @param {string} document its own path
 * @param {string} text
 * @param {readonly string[]} files all paths of the repository
 * @param {(file: string) => string} read what a file contains, for `file.ts:name`
 */
export function missingPaths(document, text, files, read) {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  const words = WITH_BLOCKS.test(document)
    ? text.split(/[\s`,;()[\]]+|\.(?=\s)/)
    : codeSpans(prose).flatMap((code) => code.split(' '));
  const named = words.filter((word) => {
    const [path, name] = word.split(':');
    if (!isPath(path, files)) return false;
    const found = filesOf(path, files);
    if (!name || !/^\w+$/.test(name)) return found.length === 0;
    return !found.some((file) => new RegExp(`\\b${name}\\b`).test(read(file)));
  });
  const linked = relativeLinks(prose).filter((link) => !hasPath(normalize(join(dirname(document), link)), files));
  return [...new Set([...named, ...linked])].map((path) => `${document}: ${path} does not exist`);
}

/**
 * The two documents of contributors name the code: each name in backticks is a word of a source.
 * @param {ReadonlySet<string>} words all words of the sources
 */
export function missingNames(document, text, words) {
  if (!WITH_BLOCKS.test(document)) return [];
  const names = codeSpans(text.replaceAll(/^```.*?^```/gms, '')).flatMap((code) => NAME.exec(code)?.[0] ?? []);
  return [...new Set(names)].filter((name) => !words.has(name)).map((name) => `${document}: nothing is named ${name}`);
}

function isPath(path, files) {
  if (PATTERN.test(path) || BUILT.test(path) || path.includes('//')) return false;
  const [folder] = path.split('/');
  return EXTENSION.test(path) || FOLDER.test(path) || (path.includes('/') && hasPath(folder, files));
}

/** `payments/settle.ts` names service/src/payments/settle.ts: a document may leave out the beginning of a path. */
function filesOf(path, files) {
  const found = files.filter((file) => isBelow(file, path));
  if (found.length > 0) return found;
  return files.filter((file) =>
    EXTENSION.test(path) ? file.endsWith(`/${path}`) : file.includes(`/${path}`) && FOLDER.test(path),
  );
}

const isBelow = (file, path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`);
const hasPath = (path, files) => files.some((file) => isBelow(file, path));
const codeSpans = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
const relativeLinks = (text) =>
  [...text.matchAll(/\]\(([^)\s#]+)(#[^)\s]*)?\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^([a-z]+:|\/)/.test(link));
