import type { OpeningImport } from '../../../../contract/src/opening-file.ts';
import { actorOf, recordActs } from '../../audit/record.ts';
import { refuseItems } from '../../bulk/refuse-items.ts';
import { openBook, type Posting } from '../../core/ledger.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { lockWallets, writeBook } from '../../ledger/store.ts';
import { systemWallets } from '../../wallets/system.ts';
import { decideOpening } from './decide.ts';
import { digestOfRows, type OpeningBalance, selectImported, selectOpenings, writePositions } from './store.ts';

/**
 * Posts the rows of an approved import, all of them or none: exactly the rows that its digest was made of.
 * @returns why not, or null
 */
export async function importOpenings(
  tx: Tx,
  command: Command<unknown>,
  { id, livemode, payload }: { readonly id: string; readonly livemode: boolean; readonly payload: OpeningImport },
  more: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  const rows = await tx.query<OpeningBalance>(selectOpenings, [id]);
  if (rows.length !== payload.count || digestOfRows(rows) !== payload.rows_sha256)
    return new Refusal('opening_changed', `The stored rows of ${id} differ from the requested ones. Reject it.`);
  const wanted = payload.totals.map(({ currency }) => ({ role: 'opening' as const, currency, livemode }));
  const walletOf = await systemWallets(tx, wanted);
  const systemWallet = (currency: string) => walletOf('opening', currency, livemode);
  const ids = [...wanted.map(({ currency }) => systemWallet(currency)), ...rows.map((row) => row.wallet_id)];
  const book = openBook(await lockWallets(tx, ids));
  // An import in another currency locks another wallet. If both have a reference, the unique index refuses the second
  // one, whose command is then carried out again, and finds it here.
  const imported = await findImported(tx, livemode, rows);
  const how = { source: id, systemWallet, imported, at: BigInt(Date.now()) * 1000n };
  const refusal = refuseItems(
    rows.map((row) => decideOpening(book, row, how)),
    rows.map(({ line }) => line),
  );
  if (refusal) return refusal;
  const positions = rows.map(({ line }, i) => ({ line, position: book.postings[i]!.position }));
  // In the order of the index, so that neighbours go to the same page.
  book.postings.sort(byWallet);
  writeBook(tx, book);
  writePositions(tx, id, positions);
  await recordActs(tx, [
    { ...actorOf(command), action: 'opening.imported', target: id, after: { ...payload, ...more } },
  ]);
  return null;
}

const byWallet = (a: Posting, b: Posting) => (a.credit.wallet < b.credit.wallet ? -1 : 1);

/** The imports that have posted one of these references. */
export async function findImported(
  tx: Tx,
  livemode: boolean,
  rows: readonly { readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const references = rows.map(({ reference }) => reference);
  const found = await tx.query<{ reference: string; approval_id: string }>(selectImported, [livemode, references]);
  return new Map(found.map(({ reference, approval_id }) => [reference, approval_id]));
}
