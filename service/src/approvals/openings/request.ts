import type { Approval } from '../../../../contract/src/approvals.ts';
import { refuseItems } from '../../bulk/refuse-items.ts';
import { isId } from '../../core/id.ts';
import { openBook } from '../../core/ledger.ts';
import { toE164 } from '../../core/phone.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { readWallets } from '../../ledger/store.ts';
import { selectWalletsByPhone } from '../../wallets/store.ts';
import { systemWallets } from '../../wallets/system.ts';
import { findUnfit } from '../find-unfit.ts';
import { requestOne } from '../request.ts';
import { decideOpening, type PlacedRow } from './decide.ts';
import { findImported } from './import.ts';
import type { OpeningRequest } from './receive.ts';
import { digestOfRows, insertOpenings, type OpeningBalance } from './store.ts';

type OpeningCommand = Command<OpeningRequest>;

/** Records requests to import opening balances. Rows that cannot be posted now are refused before anybody waits. */
export async function requestOpenings(tx: Tx, commands: OpeningCommand[]): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal)[] = [];
  for (const command of commands) answers.push(unfit(command) ?? (await request(tx, command)));
  return answers;
}

async function request(tx: Tx, command: OpeningCommand): Promise<string | Refusal> {
  const { livemode, reason, sha256, totals } = command.input;
  const rows = await placeRows(tx, command.input);
  const refusal = await preview(tx, command.input, rows);
  if (refusal) return refusal;
  const known = rows as readonly (PlacedRow & { readonly wallet_id: string })[];
  const payload = { sha256, rows_sha256: digestOfRows(known), count: rows.length, totals };
  // The digest is the reference: a file waits only once, and is not requested again after its import.
  const answer = await requestOne(tx, command, { kind: 'opening', payload, reference: sha256, reason }, livemode);
  if (answer instanceof Refusal) return answer;
  const { id } = JSON.parse(answer) as Approval;
  insertOpenings(
    tx,
    known.map((row): OpeningBalance => ({ ...row, approval_id: id, position: null })),
  );
  return answer;
}

/** Finds the wallet of each row. A phone means the wallet of its customer in the row's currency. */
async function placeRows(tx: Tx, { livemode, rows }: OpeningRequest): Promise<PlacedRow[]> {
  const phoneOf = (wallet: string) => (isId('wal', wallet) ? null : toE164(wallet));
  const wanted = rows.flatMap(({ wallet, currency }) => {
    const phone = phoneOf(wallet);
    return phone === null ? [] : [{ phone, livemode, currency }];
  });
  const found = wanted.length > 0 ? await selectWalletsByPhone(tx, wanted) : [];
  const walletOf = new Map(found.map(({ phone, currency, id }) => [`${phone} ${currency}`, id]));
  return rows.map(({ wallet, amount, currency, reference, line }) => {
    const phone = phoneOf(wallet);
    const wallet_id = phone === null ? wallet : (walletOf.get(`${phone} ${currency}`) ?? null);
    return { line, livemode, wallet_id, amount: BigInt(amount), currency, reference };
  });
}

/** Decides all rows on wallets that are not locked, as the approval will. */
async function preview(
  tx: Tx,
  { livemode, totals }: OpeningRequest,
  rows: readonly PlacedRow[],
): Promise<Refusal | null> {
  const walletOf = await systemWallets(
    tx,
    totals.map(({ currency }) => ({ role: 'opening' as const, currency, livemode })),
  );
  const systemWallet = (currency: string) => walletOf('opening', currency, livemode);
  const ids = [...totals.map(({ currency }) => systemWallet(currency)), ...rows.flatMap((row) => row.wallet_id ?? [])];
  const book = openBook(await readWallets(tx, ids));
  const how = { source: '', systemWallet, imported: await findImported(tx, livemode, rows), at: 0n };
  return refuseItems(
    rows.map((row) => decideOpening(book, row, how)),
    rows.map(({ line }) => line),
  );
}
