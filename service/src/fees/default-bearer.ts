import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { Queries } from '../db/database.ts';
import type { Command } from '../kernel/command.ts';
import { selectPayerBearers } from './store.ts';

type Asked = Command<{
  readonly fee_bearer?: PaymentBearer;
  readonly capture?: 'automatic' | 'manual';
  readonly split?: readonly unknown[] | null;
}>;

/** The party that bears the fee of a new payment, checkout session or payment link. */
export type BearerOf = (command: Asked) => PaymentBearer;

/** The payer cannot bear the fee of a payment that is captured later or divided. */
const mayBeSet = ({ input: { fee_bearer, capture, split } }: Asked) =>
  fee_bearer === undefined && capture !== 'manual' && split == null;

/** Reads the settings of the merchants whose commands name no bearer. Commands that name one cost nothing. */
export async function loadBearers(db: Queries, commands: readonly Asked[]): Promise<BearerOf> {
  const merchants = [...new Set(commands.filter(mayBeSet).map(({ caller }) => caller.owner.id))];
  const rows = merchants.length > 0 ? await db.query<{ id: string }>(selectPayerBearers, [merchants]) : [];
  const byPayer = new Set(rows.map(({ id }) => id));
  return (command) => {
    const isByPayer = mayBeSet(command) && byPayer.has(command.caller.owner.id);
    return command.input.fee_bearer ?? (isByPayer ? 'payer' : 'merchant');
  };
}
