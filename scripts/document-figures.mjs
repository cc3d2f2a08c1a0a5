// A document states a constant as "`MAX_BATCH` (500)" or "`idempotency/once.ts:MAX_BATCH` (500)": the code must agree.
const STATED = /`(?:([\w./-]+\.ts):)?([A-Z][A-Z0-9_]+)` \((\d[\d ., ]*?) ?(ms|s|min|h|days|KiB|MiB|%)?\)/g;
const MILLISECONDS = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };
const BYTES = { KiB: 1024, MiB: 1024 * 1024 };

/**
 * @param {string} document its own path
 * @param {string} text
 * @param {readonly { path: string, text: string }[]} sources
 * @returns {string[]} a line for each constant that is unknown or has another value
 */
export function wrongFigures(document, text, sources) {
  return [...text.matchAll(STATED)].flatMap(([, file, name, digits, unit]) => {
    const stated = Number(digits.replaceAll(/[ ,\u00a0]/g, ''));
    const values = valuesOf(name, file, sources);
    const where = file ? `${file}:${name}` : name;
    if (values.length === 0) return [`${document}: no constant is named ${where}`];
    if (values.some((value) => value === inUnitOf(name, stated, unit))) return [];
    return [`${document}: ${where} is ${values.join(' or ')}, not ${digits.trim()}${unit ? ` ${unit}` : ''}`];
  });
}

/** `LIMIT_MS` is in milliseconds, `LEASE_S` and `CODE_SECONDS` in seconds. */
function inUnitOf(name, figure, unit) {
  if (unit in BYTES) return figure * BYTES[unit];
  if (!(unit in MILLISECONDS)) return figure;
  return /_(S|SECONDS)$/.test(name) ? (figure * MILLISECONDS[unit]) / 1000 : figure * MILLISECONDS[unit];
}

function valuesOf(name, file, sources) {
  const definition = new RegExp(`^(?:export )?const ${name} = ([\\d_]+(?: \\* [\\d_]+)*);`, 'm');
  return sources
    .filter(({ path }) => !file || path.endsWith(`/${file}`))
    .flatMap(({ text }) => definition.exec(text)?.[1] ?? [])
    .map((product) => product.split(' * ').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1));
}
