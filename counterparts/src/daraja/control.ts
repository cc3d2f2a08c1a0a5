import type { Answer, Call, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { receiveUnasked } from './c2b.ts';
import { CURRENCY, finish, openMovement, type World } from './world.ts';

type Body = Readonly<Record<string, unknown>>;

const refuse = (error: string): Answer => ({ status: 400, body: { error } });
const isAmount = (value: unknown): boolean => /^[1-9]\d{0,11}$/.test(String(value));

const post = (path: string, act: (body: Body) => Answer | Promise<Answer>): Route => ({
  method: 'POST',
  path,
  operation: 'other',
  handle: (call: Call) => act((call.json() ?? {}) as Body),
});

export function controlOf(world: World, access: Access): Route[] {
  return [
    post('/tokens/expire', () => {
      access.expireTokens();
      return { status: 200, body: {} };
    }),
    /** A customer pays without a request: {phone, amount (minor units), account}. */
    post('/incoming', async ({ phone = '254708374149', amount, account = '' }) => {
      if (!isAmount(amount)) return refuse('amount is not a positive integer of minor units');
      const digits = String(phone).replace(/^\+/, '');
      const payment = { amount: BigInt(String(amount)), phone: digits, account: String(account) };
      return { status: 200, body: { receipt: await receiveUnasked(world, payment) } };
    }),
    /** The provider takes a payment back by itself: {reference}. No callback tells us. */
    post('/reverse', ({ reference }) => {
      const original = [...world.byReceipt.values()].find(
        (one) => one.reference === reference && one.status === 'Completed' && !one.isReversed,
      );
      if (!original) return refuse(`${reference} moved no money`);
      const isIn = original.kind === 'collection' || original.kind === 'incoming';
      const amount = isIn ? -original.amount : original.amount;
      original.isReversed = true;
      const movement = openMovement(world, {
        kind: 'refund',
        reference: original.reference,
        amount: original.amount,
        phone: original.phone,
        account: '',
      });
      const operation = finish(world, movement, 'Completed');
      world.kit.books.post({ reference: original.reference, operation, kind: 'reversal', amount, currency: CURRENCY });
      return { status: 200, body: { operation } };
    }),
    /** Rows in the pull list that we know nothing of: {count}. They are money that came in. */
    post('/strangers', async ({ count = 1 }) => {
      for (let i = 0; i < Number(count); i++)
        await receiveUnasked(world, { amount: 1_000n, phone: '254708374149', account: `stranger ${i + 1}` });
      return { status: 200, body: {} };
    }),
  ];
}
