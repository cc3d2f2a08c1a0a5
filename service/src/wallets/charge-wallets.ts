import type { ChargeEnds } from '../core/charge.ts';
import type { Charge } from '../core/fee-tax.ts';
import type { Tx } from '../db/transaction.ts';
import { openDefaultWallets } from './open-default.ts';

type Charged = { readonly livemode: boolean; readonly currency: string };

/**
 * The wallets for the charges of records, opened at first use.
 * @param chargeOf what a record may pay at most
 */
export async function openChargeWallets<Row extends Charged>(
  tx: Tx,
  rows: readonly Row[],
  chargeOf: (row: Row) => Charge,
): Promise<(row: Row) => ChargeEnds> {
  const owner = (ownerId: 'fees' | 'tax', { livemode, currency }: Row) => ({ ownerId, livemode, currency });
  const owners = rows.flatMap((row) => {
    const { fee, tax } = chargeOf(row);
    return [...(fee > 0n ? [owner('fees', row)] : []), ...(tax > 0n ? [owner('tax', row)] : [])];
  });
  const walletOf = await openDefaultWallets(tx, 'system', owners);
  return (row) => {
    const { fee, tax } = chargeOf(row);
    return {
      fees: fee > 0n ? walletOf(owner('fees', row)) : null,
      taxes: tax > 0n ? walletOf(owner('tax', row)) : null,
    };
  };
}

/** The same wallets without the missing ones, to be locked. */
export const walletsOf = ({ fees, taxes }: ChargeEnds): string[] => [fees, taxes].filter((one) => one !== null);
