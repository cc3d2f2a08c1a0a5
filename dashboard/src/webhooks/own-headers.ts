/** What the service shows in the place of a value, and what stays as it is where it is left there. */
const MASK = '[masked]';

export const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The headers that somebody typed, a line each; null where a line is none. */
export function readHeaders(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^\s:]+)\s*:\s*(.*\S)\s*$/.exec(line));
  if (pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

/** What is to be sent so that `before` becomes what was typed: a value that is still masked is not. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const names = new Set(Object.keys(typed).map((name) => name.toLowerCase()));
  const gone = Object.keys(before).filter((name) => !names.has(name.toLowerCase()));
  const set = Object.entries(typed).filter(([, value]) => value !== MASK);
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...Object.fromEntries(set) };
}
