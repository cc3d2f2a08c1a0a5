import type { Answer, Call, Route } from '../kit/server.ts';
import { attempt, type Session } from './session.ts';
import type { Wallet } from './wallet.ts';

/** The page behind `wave_launch_url`, on which a person plays the customer. The last four digits decide. */
export function payPage(wallet: Wallet, find: (id: string) => Session | null): Route[] {
  return [
    {
      method: 'GET',
      path: '/c/{id}',
      operation: 'other',
      handle: (call) => page(wallet, find(call.params.id!)),
    },
    {
      method: 'POST',
      path: '/c/{id}',
      operation: 'other',
      handle: async (call) => decide(wallet, find(call.params.id!), call),
    },
  ];
}

const STYLE = 'font-family: sans-serif; max-width: 26em; margin: 3em auto';

const html = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>Wave</title><body style="${STYLE}">${body}`,
});

function page(wallet: Wallet, session: Session | null): Answer {
  if (!session) return html(404, '<h1>Unknown payment</h1>');
  if (session.checkout !== 'open') return html(200, `<h1>This payment is ${session.checkout}</h1>`);
  const phone = session.restrictedTo ?? '';
  return html(
    200,
    `<h1>Pay ${wallet.businessName}</h1><p>${wallet.amount(session.amount)} ${wallet.currency}</p>
<form method="post"><p><label>Your phone <input name="phone" value="${phone}" required></label></p>
<button name="answer" value="pay">Pay</button> <button name="answer" value="leave">Leave</button></form>`,
  );
}

async function decide(wallet: Wallet, session: Session | null, call: Call): Promise<Answer> {
  if (!session) return page(wallet, session);
  const form = new URLSearchParams(call.body.toString());
  const phone = form.get('phone') ?? '';
  const isPaid = form.get('answer') === 'pay' && (await attempt(wallet, session, phone, wallet.kit.outcomeOf(phone)));
  return { status: 303, headers: { location: isPaid ? session.successUrl : session.errorUrl } };
}
