export type Misspelt = { readonly name: string; readonly meant: string };

/**
 * A short name such as `PORTS` may belong to another program. A name that is almost `PAYOUT_APPROVAL_ABOVE` does not.
 */
const LONG_ENOUGH = 7;
const FEW = 2;

/**
 * Finds unknown variables that are one or two letters from a setting: with `PAYOUT_APROVAL_ABOVE` there would be no
 * limit at all.
 */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): Misspelt[] {
  return Object.keys(env)
    .filter((name) => name.length >= LONG_ENOUGH && !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find(
        (setting) =>
          setting.length >= LONG_ENOUGH &&
          // The distance is at least this difference. Computing all distances took 40 ms of each start.
          Math.abs(setting.length - name.length) <= FEW &&
          distance(name, setting) <= FEW,
      );
      return meant ? [{ name, meant }] : [];
    });
}

/** The Levenshtein distance: letters that are left out, inserted or changed. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above.at(-1)!;
}
