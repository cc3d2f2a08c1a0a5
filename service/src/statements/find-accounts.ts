import type { FileProblem, ReadStatement } from './read/statement-line.ts';
import type { ImportedRail } from './store.ts';

/** IBANs are printed in groups of four. MT940 puts the bank before the account. */
function isSame(named: string, account: string): boolean {
  const plain = (text: string) => text.replace(/[\s-]/g, '').toUpperCase();
  return plain(named) === plain(account) || plain(named.slice(named.lastIndexOf('/') + 1)) === plain(account);
}

/**
 * Finds the rail whose account a statement names. A file that names none has its rail's.
 * @param rail the rail of the file
 * @param others all rails with statements
 * @returns a problem that names the account if it is nobody's
 */
export function findRailOf(
  account: ReadStatement['account'],
  rail: ImportedRail,
  others: readonly ImportedRail[],
): ImportedRail | FileProblem {
  if (account === null || (rail.account !== null && isSame(account, rail.account))) return rail;
  const named = others.find(
    (one) => one.livemode === rail.livemode && one.account !== null && isSame(account, one.account),
  );
  if (named) return named;
  if (rail.account === null) return rail;
  return {
    line: null,
    field: 'account',
    problem:
      `the file has the account ${account}, which belongs to no rail here. The account of ${rail.rail} is ` +
      `${rail.account}. Send the statement of that account, or set the account of its rail`,
  };
}

/** A rail without an account takes one account of a file, not several. */
export function findMixed(accounts: Iterable<string | null>, rail: ImportedRail): FileProblem | null {
  const distinct = [...new Set(accounts)].filter((account) => account !== null);
  if (distinct.length < 2) return null;
  const problem =
    `the file has the accounts ${distinct.slice(0, 5).join(', ')}, and the rail ${rail.rail} has no account set. ` +
    'Set the account of the rail';
  return { line: null, field: 'account', problem };
}
