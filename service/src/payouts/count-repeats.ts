import { isId } from '../core/id.ts';
import type { Statement } from '../db/database.ts';
import { arraysFrom, from, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { PayoutInput } from './validate.ts';

const walletIds = arraysFrom<string>({ id: from(text) });
const phoneNumbers = arraysFrom<string>({ phone: from(text) }, { first: walletIds.next });

/** The owners of wallets and phones. */
const selectPeople: Statement = {
  name: 'payouts_select_people',
  text: `
    SELECT w.id AS recipient, w.owner_id AS person
    FROM (SELECT ${walletIds.unnest}) n JOIN wallets w ON w.id = n.id
    UNION ALL
    SELECT u.phone, u.id
    FROM (SELECT ${phoneNumbers.unnest}) n JOIN users u ON u.livemode = $3 AND u.phone = n.phone AND u.type = 'customer'`,
};

/** @returns how many of a command's items pay a person whom an earlier item pays */
export async function countRepeats(tx: Tx, commands: readonly Command<PayoutInput>[]) {
  const counts = await Promise.all(commands.map((command) => countIn(tx, command)));
  return new Map(commands.map((command, i) => [command, counts[i]!]));
}

async function countIn(tx: Tx, { caller, input }: Command<PayoutInput>): Promise<number> {
  const recipients = new Set(input.items.map(({ recipient }) => recipient));
  const wallets = [...recipients].filter((one) => isId('wal', one));
  // Without wallets, equal recipients are equal texts: phones are already normalised.
  if (wallets.length === 0) return input.items.length - recipients.size;
  const phones = [...recipients].filter((one) => !isId('wal', one));
  const values = [...walletIds.of(wallets), ...phoneNumbers.of(phones), caller.livemode];
  const rows = await tx.query<{ recipient: string; person: string }>(selectPeople, values);
  const personOf = new Map(rows.map(({ recipient, person }) => [recipient, person]));
  return input.items.length - new Set([...recipients].map((one) => personOf.get(one) ?? one)).size;
}
