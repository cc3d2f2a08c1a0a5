import { randomUUID } from 'node:crypto';
import type { Account } from './account.ts';
import { idField, type Payment, viewOf } from './payment.ts';
import { signCallback } from './signatures.ts';
import { type Kind, reasonOf } from './verdicts.ts';

/** pawaPay repeats a callback for about 15 minutes. */
const REPEATS_MS = [10_000, 30_000, 60_000, 120_000, 240_000, 420_000];

/** Posts the state of a payment to the address of its kind, if the account has one. */
export async function sendCallback(account: Account, payment: Payment): Promise<void> {
  const { kit, callbackKeys } = account;
  const url = callbackUrlOf(account, payment.kind);
  if (url === null) return;
  const asNumber = kit.settings.numericAmounts === true;
  const view = viewOf(payment, asNumber);
  await kit.callbacks.send({
    reference: payment.reference,
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(view),
    variants: {
      otherAmount: () => JSON.stringify(viewOf({ ...payment, amount: payment.amount + 1n }, asNumber)),
      opposite: () => JSON.stringify(oppositeOf(view)),
      unknown: () => JSON.stringify(unknownOf(view, payment.kind)),
    },
    sign: (body) => {
      if (kit.settings.signedCallbacks !== true) return {};
      const encoding = kit.settings.signatureEncoding === 'ieee-p1363' ? 'ieee-p1363' : 'der';
      return signCallback(callbackKeys.at(-1)!, url, body, encoding);
    },
    repeats: REPEATS_MS,
  });
}

/** The addresses are set for the account, by POST /_control/settings {callback_url, deposit_callback_url, …}. */
export function callbackUrlOf({ kit }: Account, kind: Kind): string | null {
  const url = kit.settings[`${kind}CallbackUrl`] ?? kit.settings.callbackUrl;
  return typeof url === 'string' ? url : null;
}

function oppositeOf(view: Record<string, unknown>): Record<string, unknown> {
  if (view.status !== 'COMPLETED') return { ...view, status: 'COMPLETED', failureReason: undefined };
  return { ...view, status: 'FAILED', failureReason: reasonOf('UNSPECIFIED_FAILURE') };
}

/** The right shape about a payment that nobody made. */
function unknownOf(view: Record<string, unknown>, kind: Kind): Record<string, unknown> {
  return { ...view, [idField[kind]]: randomUUID(), clientReferenceId: undefined, metadata: undefined };
}
