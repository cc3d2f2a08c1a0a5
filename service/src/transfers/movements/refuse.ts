import { accountOf, type Book } from '../../core/ledger.ts';
import type { CreditLeg, DebitLeg, LegRefusal } from '../../core/movement.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { refuseBreach } from '../../ledger/refuse.ts';

type Asked = { readonly debits: readonly DebitLeg[]; readonly credits: readonly CreditLeg[] };

/** The answer to a leg that the ledger refused. `param` names the leg. */
export function refuseLeg(book: Book, asked: Asked, { code, side, index, breach }: LegRefusal): Refusal {
  const param = `${side}[${index}]`;
  const { wallet } = asked[side][index]!;
  if (breach) {
    const { currency } = accountOf(book, wallet);
    return refuseBreach({ ...breach, end: side === 'debits' ? 'from' : 'to' }, currency, param);
  }
  return new Refusal(code, undefined, { param });
}

/** The wallets exist, the debited ones are the caller's own, and each has its leg's currency. */
export function checkWallets(book: Book, { owner, livemode }: Caller, { debits, credits }: Asked): Refusal | null {
  for (const [i, { wallet }] of debits.entries()) {
    const account = book.accounts.get(wallet);
    const isOwn = account?.ownerType === owner.type && account.ownerId === owner.id && account.livemode === livemode;
    if (!isOwn) return new Refusal('not_found', `You have no wallet ${wallet}`, { param: `debits[${i}].wallet` });
  }
  for (const [i, { wallet }] of credits.entries()) {
    const account = book.accounts.get(wallet);
    if (!account || account.livemode !== livemode || account.ownerType === 'system') {
      return new Refusal('recipient_not_found', `There is no wallet ${wallet}`, { param: `credits[${i}].wallet` });
    }
  }
  for (const [side, legs] of Object.entries({ debits, credits })) {
    for (const [i, { wallet, currency }] of legs.entries()) {
      const { currency: has } = accountOf(book, wallet);
      if (has === currency) continue;
      const message = `Wallet ${wallet} holds ${has}, not ${currency}`;
      return new Refusal('currency_mismatch', message, { param: `${side}[${i}].currency` });
    }
  }
  return null;
}
