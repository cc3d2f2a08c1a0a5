import type { NewShare } from '../../../../contract/src/splits.ts';
import type { LockedWallet } from '../../core/ledger.ts';
import { balanceBreach } from '../../core/limits.ts';
import { askedShare, divideNet } from '../../core/split.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Caller, Command } from '../../kernel/command.ts';
import { invalidField, Refusal } from '../../kernel/refusal.ts';
import { refuseBreach } from '../../ledger/refuse.ts';
import { readWallets } from '../../ledger/store.ts';
import { selectAccepted, type WalletOfWorld } from './partners/store.ts';
import { pendingShare, type StoredShare, shareRuleOf } from './stored.ts';

type SplitCommand = Command<{ readonly currency: string; readonly split?: readonly NewShare[] | undefined }>;

/** Reads the shares of a new payment with this net into its wallet, or names the share that is refused and why. */
export type ReadShares = (
  command: SplitCommand,
  payment: { readonly wallet: string; readonly net: bigint },
) => StoredShare[] | null | Refusal;

/** Loads the wallets of shares, without a lock. They are checked again when the payment settles. */
export async function loadShares(tx: Tx, commands: readonly SplitCommand[]): Promise<ReadShares> {
  const wallets = commands.flatMap(({ input }) => (input.split ?? []).map(({ wallet }) => wallet));
  const named = commands.flatMap(({ caller: { world }, input }) =>
    (input.split ?? []).map(({ wallet }) => ({ world, wallet_id: wallet })),
  );
  const [found, accepted] =
    wallets.length > 0 ? await Promise.all([readWallets(tx, wallets), selectAccepted(tx, named)]) : [[], []];
  const keyOf = ({ world, wallet_id }: WalletOfWorld) => `${world} ${wallet_id}`;
  const partners = new Set(accepted.map(keyOf));
  const walletOf = new Map(found.map((account) => [account.wallet, account]));
  return ({ caller, input: { split, currency } }, payment) => {
    if (split === undefined) return null;
    const fault = checkRules(split, payment);
    if (fault) return fault;
    const shares = pendingShares(split, payment.net);
    for (const [i, { wallet, amount }] of shares.entries()) {
      const isPartner = partners.has(keyOf({ world: caller.world, wallet_id: wallet }));
      const receiver = { wallet, currency, amount: BigInt(amount), param: `split[${i}].wallet`, isPartner };
      const refusal = checkReceiver(caller, walletOf.get(wallet), receiver);
      if (refusal) return refusal;
    }
    return shares;
  };
}

function pendingShares(split: readonly NewShare[], net: bigint): StoredShare[] {
  const rules = split.map(({ wallet, amount, basis_points, reference }) => ({
    ...{ wallet, fixed: amount ?? null, basis_points: basis_points ?? null, reference: reference ?? null },
  }));
  const { shares } = divideNet(net, rules.map(shareRuleOf));
  return rules.map((rule, i) => pendingShare(rule, shares[i]!));
}

function checkRules(split: readonly NewShare[], { wallet, net }: { wallet: string; net: bigint }): Refusal | null {
  const seen = new Set<string>();
  for (const [i, share] of split.entries()) {
    if ((share.amount === undefined) === (share.basis_points === undefined)) {
      return invalidField(`split[${i}]`, 'leg_needs_amount', { other: 'basis_points' });
    }
    if (share.wallet === wallet) return invalidField(`split[${i}].wallet`, 'pays_itself', { wallet });
    if (seen.has(share.wallet)) return invalidField(`split[${i}].wallet`, 'given_twice');
    seen.add(share.wallet);
  }
  const rules = split.map(({ amount, basis_points }) =>
    shareRuleOf({ fixed: amount ?? null, basis_points: basis_points ?? null }),
  );
  const found = rules.reduce((sum, rule) => sum + askedShare(net, rule), 0n);
  return found > net ? invalidField('split', 'shares_exceed', { maximum: net, found }) : null;
}

type Receiver = {
  readonly wallet: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly param: string;
  /** Its owner has accepted shares of this world. */
  readonly isPartner: boolean;
};

/** The receiver's freeze, closing and limits, as the ledger would decide now. */
function checkReceiver(
  { owner, livemode }: Caller,
  account: LockedWallet | undefined,
  { wallet, currency, amount, param, isPartner }: Receiver,
): Refusal | null {
  if (!account || account.livemode !== livemode || account.ownerType === 'system') {
    return new Refusal('recipient_not_found', `There is no wallet ${wallet}`, { param });
  }
  const isOwn = account.ownerType === owner.type && account.ownerId === owner.id;
  if (!isOwn && !isPartner) return new Refusal('split_not_accepted', undefined, { param });
  if (account.currency !== currency) {
    const message = `Wallet ${wallet} holds ${account.currency}, not ${currency}`;
    return new Refusal('currency_mismatch', message, { param });
  }
  if (account.closed) return new Refusal('wallet_closed', undefined, { param });
  if (account.frozen) return new Refusal('wallet_frozen', undefined, { param });
  const breach = amount > 0n ? balanceBreach(account, amount) : null;
  return breach && refuseBreach({ ...breach, end: 'to' }, currency, param);
}
