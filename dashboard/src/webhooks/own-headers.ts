/** The service shows this in place of a value. A header that still has it keeps its value. */
const MASK = '[masked]';

export const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The typed headers, one per line; null if a line is invalid. */
export function readHeaders(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^\s:]+)\s*:\s*(.*\S)\s*$/.exec(line));
  if (pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

/** The changes that turn `before` into the typed headers. A value that is still masked is left out. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const names = new Set(Object.keys(typed).map((name) => name.toLowerCase()));
  const gone = Object.keys(before).filter((name) => !names.has(name.toLowerCase()));
  const set = Object.entries(typed).filter(([, value]) => value !== MASK);
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...Object.fromEntries(set) };
}
