import { readFileSync } from 'node:fs';

/** The migrations of each release, by the number of its last one, the oldest first. */
const RELEASES = [
  { version: '0.1.0', last: 7 },
  { version: '0.2.0', last: 56 },
];
/** Nodes of older schemas fail beside a node of this version: see docs/upgrading.md. */
const OLDEST_BESIDE = 22;

const guide = new URL('../../../docs/upgrading.md', import.meta.url);

export type Origin = {
  /** The version that wrote the schema, such as `0.1.0`, or `after 0.1.0` for a version between two releases. */
  readonly version: string;
  /** Whether its nodes may work while the first new node migrates. */
  readonly beside: boolean;
};

export function originOf(applied: readonly string[]): Origin {
  const last = Math.max(0, ...applied.map(numberOf));
  const release = RELEASES.findLast((one) => one.last <= last);
  const version = release?.last === last ? release.version : `after ${release?.version ?? '0.0.0'}`;
  return { version, beside: last >= OLDEST_BESIDE };
}

/** `0043_idle_tests.sql` is 43. */
export const numberOf = (file: string): number => Number.parseInt(file, 10);

/** The acts of the operator that docs/upgrading.md lists for an upgrade from these migrations. */
export function readActs(applied: readonly string[]): string[] {
  return operatorActs(readFileSync(guide, 'utf8'), Math.max(0, ...applied.map(numberOf)));
}

/**
 * A section applies to schemas up to the last migration of the version that its heading names, the newest one to all.
 * `From a development version before 0.2.0` is for the versions between two releases; the release before needs only the
 * parts that its own section names.
 */
function operatorActs(text: string, last: number): string[] {
  const sections = text.split(/^## /m).slice(1);
  const release = RELEASES.find((one) => one.last === last);
  return sections.flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    const [, between, version] = /^From (a development version before )?([\d.]+)/.exec(heading) ?? [];
    const named = RELEASES.find((one) => one.version === version);
    if (!named) return [];
    if (!between) return last <= named.last || named === RELEASES.at(-1) ? linesOf(section) : [];
    if (last >= named.last || last === 0) return [];
    return release ? partsFor(section, sections, release.version) : linesOf(section);
  });
}

/** "The parts Settings, API keys and requests, and References of the next section apply too." */
function partsFor(section: string, sections: readonly string[], version: string): string[] {
  const own = sections.find((one) => one.startsWith(`From ${version} `)) ?? '';
  const named = /^The parts (.+) of the next section apply too\.$/m.exec(own)?.[1] ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => (named.includes(part.slice(0, part.indexOf('\n'))) ? linesOf(part) : []));
}

function linesOf(section: string): string[] {
  return [...section.matchAll(/^- (.+)$/gm)].map(([, line]) => line!);
}
