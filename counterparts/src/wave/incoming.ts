import type { Answer, Call, Route } from '../kit/server.ts';
import type { Wallet } from './wallet.ts';

/** Wave's example: 10 of 1000 are the fee. */
const FEE_DIVISOR = 100n;

/**
 * POST /_control/incoming {amount, phone, account?, fee?}: a customer pays the business by its QR code or number. The
 * amount is in minor units before the fee. The event shows the amount that arrives, without the fee.
 */
export function incomingControl(wallet: Wallet): Route {
  return {
    method: 'POST',
    path: '/incoming',
    operation: 'other',
    handle: async (call) => receive(wallet, call),
  };
}

async function receive(wallet: Wallet, call: Call): Promise<Answer> {
  const { amount, phone, account, fee } = (call.json() ?? {}) as Record<string, unknown>;
  if (!/^\d{1,15}$/.test(String(amount)) || typeof phone !== 'string')
    return { status: 400, body: { error: 'amount in minor units and phone are required' } };
  const { kit, currency } = wallet;
  const paid = BigInt(String(amount));
  const taken = fee === undefined ? paid / FEE_DIVISOR : BigInt(String(fee));
  const net = paid - taken;
  const id = wallet.newCode('T');
  const custom = typeof account === 'string' ? { account_number: account } : null;
  kit.books.post({ reference: '', operation: id, kind: 'incoming', amount: net, currency });
  wallet.statement.add({
    type: 'merchant_payment',
    id,
    amount: net,
    fee: taken,
    mobile: phone,
    name: 'Mame Diop',
    reference: null,
    custom,
  });
  await wallet.webhooks.send(id, 'merchant.payment_received', {
    id,
    amount: wallet.amount(net),
    fee: wallet.amount(taken),
    currency,
    sender_mobile: phone,
    merchant_name: wallet.businessName,
    custom_fields: custom ?? {},
    when_created: wallet.time(kit.now()),
  });
  return { status: 200, body: { operation: id } };
}
