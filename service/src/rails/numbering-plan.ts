import { readFileSync } from 'node:fs';

/** The longest prefix that the plan has. */
const MOST_DIGITS = 10;

/** Networks by prefix: digits with the calling code. Loaded at the first question: many deployments ask none. */
let plan: ReadonlyMap<string, string> | undefined;

function load(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('./numbering-plan.json', import.meta.url), 'utf8');
  const { networks } = JSON.parse(text) as { networks: Record<string, string> };
  const entries = Object.entries(networks).flatMap(([network, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, network] as const),
  );
  return new Map(entries);
}

/**
 * The mobile network that gave out a number, as Google's numbering plan names it, for example "MTN". The number may
 * have been ported to another network since. `scripts/numbering-plan.mjs` writes the plan.
 * @param phone E.164
 * @returns null if the plan does not say
 */
export function mobileNetworkOf(phone: string): string | null {
  plan ??= load();
  for (let length = MOST_DIGITS; length > 1; length--) {
    const network = plan.get(phone.slice(1, 1 + length));
    if (network !== undefined) return network;
  }
  return null;
}
