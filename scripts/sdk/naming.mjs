// Names the SDK method of each operation from its operationId and path: `createPayment` on /payments is
// `payments.create`.

/** The operations below each of these first path segments form one resource. */
const GROUPS = ['auth', 'operator', 'test'];

/**
 * @param {{operationId: string, path: string}[]} operations
 * @returns {Map<string, {resource: string, method: string}>} by operationId
 */
export function nameOperations(operations) {
  const resources = new Set(operations.map(({ path }) => resourceOf(path)));
  const names = new Map();
  const taken = new Map();
  for (const { operationId, path } of operations) {
    const name = nameOf(operationId, path, resources);
    const full = `${name.resource}.${name.method}`;
    if (taken.has(full)) throw new Error(`${operationId} and ${taken.get(full)} would both be ${full}`);
    taken.set(full, operationId);
    names.set(operationId, name);
  }
  return names;
}

function nameOf(operationId, path, resources) {
  const [verb, ...nouns] = operationId.split(/(?=[A-Z])/);
  const home = resourceOf(path);
  if (GROUPS.includes(home)) return { resource: home, method: join(verb, without(nouns, ['Test'])) };
  // An operation named after another resource belongs to that resource: createKey, on /integrations/{id}/keys, is
  // keys.create.
  const named = [...resources].find((resource) => !GROUPS.includes(resource) && same(nouns, wordsOf(resource)));
  if (named) return { resource: named, method: verb };
  const mine = nouns[0] === 'My';
  const rest = without(mine ? nouns.slice(1) : nouns, wordsOf(home));
  return { resource: home, method: join(verb, mine ? [...rest, 'Mine'] : rest) };
}

const resourceOf = (path) => camel(path.split('/').filter((part) => part && !/^(api|v\d+)$/.test(part))[0]);
const camel = (text) => text.replace(/[_-](\w)/g, (_, letter) => letter.toUpperCase());
const wordsOf = (resource) => resource.split(/(?=[A-Z])/);
const join = (verb, words) => verb + words.join('');

/** An id of another resource is named after it: `/integrations/{id}/keys` for `keys` → `integration`. */
export function argumentOf(path, parameter, resource) {
  const parts = path.split('/');
  const owner = camel(parts[parts.indexOf(`{${parameter}}`) - 1]);
  return parameter === 'id' && stem(owner) !== stem(resource) && !GROUPS.includes(resource)
    ? stem(owner)
    : camel(parameter);
}

/**
 * The same stem for `Payments`, `payment` and `Payment`, for `Delivery` and `deliveries`, for `Currency` and
 * `currencies`.
 */
const stem = (word) => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
const same = (left, right) => left.length === right.length && left.every((word, i) => stem(word) === stem(right[i]));

/** Removes the words that only repeat the resource. */
function without(words, repeated) {
  const at = words.findIndex((_, i) => same(words.slice(i, i + repeated.length), repeated));
  return at < 0 ? words : [...words.slice(0, at), ...words.slice(at + repeated.length)];
}
