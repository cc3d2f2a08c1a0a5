import type { Answer, Counterpart, Route, Setting } from '../kit/server.ts';
import { withKey } from './admit.ts';
import { type Checkout, openCheckout, textOf } from './checkout.ts';
import { refuse, unavailable, withErrorsAsControlled } from './errors.ts';
import { incomingControl } from './incoming.ts';
import { movementsControl } from './movements.ts';
import { payPage } from './pay-page.ts';
import { reverse } from './payout.ts';
import { openPayouts, type Payouts } from './payouts.ts';
import { openRecipients } from './recipients.ts';
import { API_KEY, SIGNING_SECRET, WEBHOOK_SECRET } from './secrets.ts';
import { giveBack } from './session.ts';
import { openWallet, type Wallet } from './wallet.ts';

export const defaults = { country: 'SN', currency: 'XOF' };

/** Wave's business APIs: one wallet, one key, one host. */
export function create(setting: Setting): Counterpart {
  const wallet = openWallet(setting);
  const checkout = openCheckout(wallet);
  const payouts = openPayouts(wallet);
  const recipients = openRecipients(wallet);
  const routes = [...checkout.routes, ...payouts.routes, ...recipients.routes, ...statementRoutes(wallet)];
  return {
    routes: [...routes.map((route) => withErrorsAsControlled(setting.kit, route)), ...payPage(wallet, checkout.find)],
    notFound: () => refuse(404, 'not-found', 'The requested URL was not found.'),
    credentials: { api_key: API_KEY, signing_secret: SIGNING_SECRET, webhook_secrets: [WEBHOOK_SECRET] },
    control: [
      ...wallet.webhooks.control,
      ...recipients.control,
      incomingControl(wallet),
      movementsControl(wallet),
      reverseControl(wallet, checkout, payouts),
    ],
    inShape: (kind) =>
      kind === 'too_many' ? refuse(429, 'too-many-requests', 'Too many requests: use batches.') : unavailable(),
  };
}

function statementRoutes(wallet: Wallet): Route[] {
  const { kit, currency } = wallet;
  return [
    {
      method: 'GET',
      path: '/v1/balance',
      operation: 'ask',
      handle: withKey(wallet, (): Answer => {
        return { status: 200, body: { amount: wallet.shownAmount(kit.books.balance(currency)), currency } };
      }),
    },
    {
      method: 'GET',
      path: '/v1/transactions',
      operation: 'ask',
      handle: withKey(wallet, wallet.statement.page),
    },
  ];
}

/** POST /_control/reverse {reference}: Wave itself takes a payout back, or gives a payment back. */
function reverseControl(wallet: Wallet, checkout: Checkout, payouts: Payouts): Route {
  return {
    method: 'POST',
    path: '/reverse',
    operation: 'other',
    handle: (call) => {
      const reference = textOf(call.json(), 'reference') ?? '';
      const payout = payouts.findByReference(reference);
      const session = checkout.search(reference).find(({ payment }) => payment === 'succeeded');
      if (payout?.status === 'succeeded') reverse(wallet, payout);
      else if (session) {
        giveBack(wallet, session, reference, 'reversal');
        session.payment = 'cancelled';
      } else return { status: 400, body: { error: 'nothing of this reference has succeeded' } };
      return { status: 200, body: {} };
    },
  };
}
