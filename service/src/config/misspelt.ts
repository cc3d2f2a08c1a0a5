export type Misspelt = { readonly name: string; readonly meant: string };

/** `PORTS` may well be somebody else's variable; nobody else has one that is almost `PAYOUT_APPROVAL_ABOVE`. */
const LONG_ENOUGH = 7;
const FEW = 2;

/** Variables that nothing reads and that are one or two letters from a setting: `PAYOUT_APROVAL_ABOVE` would be no limit at all. */
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
          // No distance is less, and working out all of them took 40 ms of each start.
          Math.abs(setting.length - name.length) <= FEW &&
          distance(name, setting) <= FEW,
      );
      return meant ? [{ name, meant }] : [];
    });
}

/** Levenshtein's: how many letters are left out, put in or changed. */
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
