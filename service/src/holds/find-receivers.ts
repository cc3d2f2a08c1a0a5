import { isId } from '../core/id.ts';
import { toE164 } from '../core/phone.ts';
import type { Tx } from '../db/transaction.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { selectWalletsById, selectWalletsByPhone, type WalletRow } from '../wallets/store.ts';

/** The receiver of captures: a wallet id or a phone, in a currency and a mode. */
export type NamedReceiver = {
  readonly to: string;
  readonly currency: string;
  readonly livemode: boolean;
  /** The field that names it. Default: `to`. */
  readonly param?: string;
};

const phoneOf = ({ to }: NamedReceiver) => (isId('wal', to) ? null : toE164(to));

/**
 * The wallets of receivers, read without a lock.
 * @returns a function to the wallet, or the refusal
 */
export async function findReceivers(
  tx: Tx,
  those: readonly NamedReceiver[],
): Promise<(named: NamedReceiver) => WalletRow | Refusal> {
  const phones = those.flatMap((named) => {
    const phone = phoneOf(named);
    return phone === null ? [] : [{ phone, livemode: named.livemode, currency: named.currency }];
  });
  const byPhone = phones.length > 0 ? await selectWalletsByPhone(tx, phones) : [];
  const keyOf = (phone: string, livemode: boolean, currency: string) => `${phone} ${livemode} ${currency}`;
  const idOfPhone = new Map(byPhone.map((row) => [keyOf(row.phone, row.livemode, row.currency), row.id]));
  const idOf = (named: NamedReceiver) => {
    const phone = phoneOf(named);
    return phone === null ? named.to : idOfPhone.get(keyOf(phone, named.livemode, named.currency));
  };
  const ids = those.map(idOf).filter((id) => id !== undefined);
  const rows = ids.length > 0 ? await selectWalletsById(tx, ids) : [];
  const walletOf = new Map(rows.map((row) => [row.id, row]));
  return (named) => {
    const { param = 'to' } = named;
    if (!isId('wal', named.to) && toE164(named.to) === null) return invalidField(param, 'not_recipient');
    const wallet = walletOf.get(idOf(named) ?? '');
    if (!wallet || wallet.livemode !== named.livemode || wallet.owner_type === 'system') {
      const message = `There is no wallet in ${named.currency} for ${named.to}`;
      return new Refusal('recipient_not_found', message, { param });
    }
    if (wallet.currency !== named.currency) {
      const message = `Wallet ${wallet.id} holds ${wallet.currency}, not ${named.currency}`;
      return new Refusal('currency_mismatch', message, { param });
    }
    return wallet;
  };
}
