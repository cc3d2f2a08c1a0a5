import type { Static } from 'typebox';
import type { reverseTransfer } from '../../../../contract/src/movements.ts';
import { type Id, timeOf } from '../../core/id.ts';
import { openBook } from '../../core/ledger.ts';
import { toMinor } from '../../core/money.ts';
import type { Tx } from '../../db/transaction.ts';
import { openEvents, requestOf } from '../../events/emit.ts';
import { takenReferences } from '../../idempotency/references.ts';
import type { Command } from '../../kernel/command.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { lockWallets, writeBook } from '../../ledger/store.ts';
import { positionsAround } from '../read.ts';
import { findTransferAtWallet, type TransferRow } from '../store.ts';
import { renderTransfer, viewTransfer } from '../view.ts';
import { decideMovement, movementEvent } from './create.ts';
import { insertMovements, lockTransfer, raiseReversed } from './store.ts';
import { renderMovement, viewMovement } from './view.ts';

type ReverseCommand = Command<{ id: string } & Static<(typeof reverseTransfer)['body']>>;

/**
 * Returns money of transfers, one after the other: each is a movement from the wallet that received it to the wallet
 * that paid it. Nobody takes money out of somebody else's wallet, so the caller owns the receiving one.
 */
export const reverseTransfers = (tx: Tx, commands: ReverseCommand[]): Promise<(string | Refusal)[]> =>
  answerEach(commands, (command) => reverse(tx, command));

async function reverse(tx: Tx, command: ReverseCommand): Promise<string> {
  const { caller } = command;
  const transfer = await findLocked(tx, command);
  if (!transfer) throw new Refusal('not_found');
  const [references, events, accounts] = await Promise.all([
    takenReferences(tx, 'movements', [command]),
    openEvents(tx, [caller, transfer]),
    lockWallets(tx, [transfer.to_wallet, transfer.from_wallet]),
  ]);
  const book = openBook(accounts);
  const receiver = book.accounts.get(transfer.to_wallet)!;
  if (receiver.ownerType !== caller.owner.type || receiver.ownerId !== caller.owner.id) {
    throw new Refusal('transfer_not_reversible');
  }
  const taken = references.check(command);
  if (taken) throw taken;
  const amount = amountOf(command, transfer);
  const { currency, from_wallet, to_wallet } = transfer;
  const legs = {
    debits: [{ wallet: to_wallet, currency, amount, sweep: null }],
    credits: [{ wallet: from_wallet, currency, amount }],
  };
  const link = { reverses: transfer.id, reverses_world: transfer.world };
  const row = decideMovement(book, command, legs, BigInt(Date.now()) * 1000n, link);
  // The request has no legs, so the answer names none.
  if (row instanceof Refusal) throw new Refusal(row.code, row.message, row.facts ? { facts: row.facts } : {});
  writeBook(tx, book);
  insertMovements(tx, [row]);
  tx.query(raiseReversed, [transfer.world, transfer.id, amount]);
  const object = renderMovement(viewMovement(row));
  events.emit([movementEvent(command, object), reversedEvent(command, transfer, amount)]);
  return object;
}

/** The transfer's row is locked before its wallets, as a payment is. */
async function findLocked(tx: Tx, { caller, input: { id } }: ReverseCommand): Promise<TransferRow | undefined> {
  const [own] = await tx.query<TransferRow>(lockTransfer, [caller.world, id]);
  if (own) return own;
  if (caller.owner.type === 'none') return undefined;
  const bounds = positionsAround(timeOf(id as Id<'trf'>));
  const [other] = await tx.query<TransferRow>(findTransferAtWallet, [caller.owner.id, caller.livemode, id, ...bounds]);
  return other && (await tx.query<TransferRow>(lockTransfer, [other.world, id]))[0];
}

function amountOf({ input }: ReverseCommand, { amount, reversed_amount, currency }: TransferRow): bigint {
  const remaining = amount - reversed_amount;
  const wanted = input.amount === undefined ? remaining : toMinor(input.amount);
  if (wanted > 0n && wanted <= remaining) return wanted;
  const message = `${remaining} ${currency} of this transfer can still be reversed`;
  throw new Refusal('reversal_exceeds_remaining', message, { param: 'amount', facts: { remaining } });
}

/**
 * The maker of the transfer learns that it was reversed. The request is named only if it is the maker's own: another
 * world's request and key are not theirs.
 */
function reversedEvent(command: ReverseCommand, transfer: TransferRow, amount: bigint) {
  const reversed_amount = transfer.reversed_amount + amount;
  const { world, livemode } = transfer;
  const previous = `{"reversed_amount":${transfer.reversed_amount}}`;
  const isOwn = world === command.caller.world;
  return {
    ...{ world, livemode, type: 'transfer.reversed' as const, at: new Date(), previous },
    object: renderTransfer(viewTransfer({ ...transfer, reversed_amount })),
    ...(isOwn ? { request: requestOf(command) } : {}),
  };
}
