/** The length of the shortest card number. */
const DIGITS = 13;
/** The number of ASCII codes. */
const CODES = 128;
const FOUND = 255;

/**
 * Detects one of these words in a text, in any case, or 13 digits with only spaces and hyphens between them. One lookup
 * per character (Aho and Corasick, 1975): the bodies of a transfer take 1 to 2 µs, where a regular expression of the
 * same words took 6 to 10.
 */
export function suspectOf(words: readonly string[]): (text: string) => boolean {
  const next = automatonOf(words);
  return (text) => {
    let state = 0;
    let digits = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      state = code < CODES ? next[state * CODES + code]! : 0;
      if (state === FOUND) return true;
      if (code >= 48 && code <= 57) digits++;
      else if (code !== 32 && code !== 45) digits = 0;
      if (digits === DIGITS) return true;
    }
    return false;
  };
}

/** The next state for each state and character. Words are lower case, and none is the beginning of another. */
function automatonOf(words: readonly string[]): Uint8Array {
  const tree = treeOf(words);
  const next = new Uint8Array(tree.length * CODES);
  const fallbacks = [0];
  const breadthFirst = [0];
  for (const state of breadthFirst) {
    for (let code = 0; code < CODES; code++) {
      const otherwise = state === 0 ? 0 : next[fallbacks[state]! * CODES + code]!;
      const child = otherwise === FOUND ? FOUND : tree[state]!.get(code);
      next[state * CODES + code] = child ?? otherwise;
      if (child === undefined || child === FOUND) continue;
      fallbacks[child] = otherwise;
      breadthFirst.push(child);
    }
  }
  const [A, Z] = [65, 90];
  for (let at = 0; at < next.length; at++) {
    if (at % CODES >= A && at % CODES <= Z) next[at] = next[at + 32]!;
  }
  return next;
}

/** Each state's own transitions: to another state, or FOUND. */
function treeOf(words: readonly string[]): Map<number, number>[] {
  const tree = [new Map<number, number>()];
  for (const word of words) {
    let state = 0;
    for (let i = 0; i < word.length - 1; i++) {
      const code = word.charCodeAt(i);
      const known = tree[state]!.get(code);
      const child = known ?? tree.push(new Map()) - 1;
      tree[state]!.set(code, child);
      state = child;
    }
    tree[state]!.set(word.charCodeAt(word.length - 1), FOUND);
  }
  if (tree.length > FOUND) throw new Error(`${tree.length} states are too many for a byte`);
  return tree;
}
