import { transaction } from '../../src/db/transaction.ts';
import { closeWallet } from '../../src/operators/close-wallet.ts';
import { phone } from '../support/flows.ts';
import type { Reply, TestMerchant, TestService } from '../support/harness.ts';
import { type Member, memberOf } from '../support/members.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Payer, payerWith, setFee } from '../support/wallet-payments.ts';

/**
 * Everything that moves or reserves money, and everything that stops it, on few wallets, so that each pair of them
 * meets.
 */

type Shop = TestMerchant & { readonly boss: Member; readonly owner: Member };
type Wallet = { id: string; readonly currency: string; readonly of: Pick<TestMerchant, 'call'> };
type Made = { readonly id: string; readonly by: Shop; readonly payer: Payer | null };

export type Stage = {
  readonly shops: readonly Shop[];
  readonly customers: readonly Payer[];
  readonly wallets: Wallet[];
  readonly maker: TestPerson;
  readonly checker: TestPerson;
  readonly admin: TestPerson;
  readonly payments: Made[];
  readonly payouts: Made[];
  readonly approvals: string[];
};

/** Concurrent actors call different nodes. */
export async function openStage(one: TestService, other: TestService): Promise<Stage> {
  const shops: Shop[] = [];
  const wallets: Wallet[] = [];
  for (const service of [one, other]) {
    const shop = await service.merchant();
    await setFee(service, shop);
    const people = { boss: await memberOf(other, shop, 'merchant'), owner: await memberOf(one, shop, 'owner') };
    shops.push({ ...shop, ...people });
    for (const currency of ['XOF', 'USD'])
      wallets.push({ id: await shop.wallet(currency, 3_000n), currency, of: shop });
    wallets.push({ id: (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id, currency: 'XOF', of: shop });
  }
  const customers: Payer[] = [];
  for (const service of [one, other, one]) {
    const customer = await payerWith(service, 800n, { currencies: ['XOF', 'USD'] });
    customers.push(customer);
    wallets.push({ id: customer.wallet, currency: 'XOF', of: customer });
  }
  const [maker, checker] = [await makeOperator(one, 'finance'), await makeOperator(other, 'admin')];
  const admin = await makeOperator(one, 'admin');
  return { shops, customers, wallets, maker, checker, admin, payments: [], payouts: [], approvals: [] };
}

type Random = { int(below: number): number; pick<T>(list: readonly T[]): T };
/** One step of an actor, or nothing where it has no target. */
type Act = (stage: Stage, random: Random) => Promise<Reply | undefined>;

const upTo = ({ int }: Random, most: number) => 1 + int(most);
/** One of the last few, so that several actors meet at it. */
const recent = <T>({ pick }: Random, made: readonly T[]): T | undefined => pick(made.slice(-8));

const transfer: Act = ({ shops, customers, wallets }, random) => {
  const { pick } = random;
  const who = pick([...shops, ...customers]);
  const to = random.int(3) === 0 ? pick(customers).identifier : pick(wallets).id;
  return who.call('POST', '/wallets/transfer', { to, amount: upTo(random, 400), currency: pick(['XOF', 'USD']) });
};

const pay: Act = async ({ shops, customers, payments }, random) => {
  const by = random.pick(shops);
  const payer = random.pick([null, ...customers]);
  const customer = payer?.identifier ?? phone(random.pick(['1234', '0007', '0010']));
  const fields = { amount: upTo(random, 300), currency: 'XOF', customer, ...(payer ? { rail: 'wallet' } : {}) };
  const reply = await by.call('POST', '/payments', fields);
  if (reply.status === 201) payments.push({ id: reply.body.id, by, payer });
  return reply;
};

const answer: Act = async ({ payments }, random) => {
  const payment = recent(random, payments);
  const what = random.pick(['approve', 'approve', 'approve', 'decline', 'cancel']);
  if (!payment) return undefined;
  const { id, by, payer } = payment;
  if (what === 'cancel') return by.call('POST', `/payments/${id}/cancel`);
  return payer ? payer.call('POST', `/payments/${id}/${what}`) : by.call('POST', `/test/payments/${id}/${what}`);
};

const refund: Act = async ({ payments }, random) => {
  const payment = random.pick(payments.slice(-40));
  const part = random.pick([{}, { amount: upTo(random, 120) }]);
  return payment?.by.call('POST', '/refunds', { payment: payment.id, ...part });
};

const payOut: Act = async ({ shops, customers, wallets, payouts }, random) => {
  const by = random.pick(shops);
  const recipients = [...customers.map(({ identifier }) => identifier), ...wallets.map(({ id }) => id), phone('1234')];
  const items = Array.from({ length: upTo(random, 5) }, () => ({
    recipient: random.pick(recipients),
    amount: upTo(random, 120),
  }));
  // A person's payout above 300 needs a second person.
  const reply = await random.pick([by, by.boss, by.owner]).call('POST', '/payouts', { currency: 'XOF', items });
  if (reply.status === 202) payouts.push({ id: reply.body.id, by, payer: null });
  return reply;
};

const decidePayout: Act = async ({ payouts }, random) => {
  const payout = recent(random, payouts);
  if (!payout) return undefined;
  const { by, id } = payout;
  const what = random.pick(['cancel', 'approve', 'approve', 'reject']);
  if (what === 'cancel') return by.call('POST', `/payouts/${id}/cancel`);
  const reason = what === 'reject' ? { reason: 'no' } : undefined;
  return random.pick([by.boss, by.owner]).call('POST', `/payouts/${id}/${what}`, reason);
};

/** The end of a freeze for fraud waits for another operator. */
const freeze: Act = async ({ admin, wallets, approvals }, random) => {
  const { id } = random.pick(wallets);
  const reply = await (random.int(5) === 0
    ? admin.call('POST', `/operator/wallets/${id}/freeze`, { reason: random.pick(['fraud', 'kyc']) })
    : admin.call('POST', `/operator/wallets/${id}/unfreeze`, { reason: 'as agreed' }));
  if (reply.status === 202) approvals.push(reply.body.id);
  return reply;
};

const correct: Act = async ({ maker, wallets, approvals }, random) => {
  const fields = { wallet: random.pick(wallets).id, amount: upTo(random, 500), reason: 'as agreed' };
  const direction = random.pick(['credit', 'debit']);
  const reply = await random.pick([
    () => maker.call('POST', '/operator/cash_ins', fields),
    () => maker.call('POST', '/operator/adjustments', { ...fields, direction }),
  ])();
  if (reply.status === 202) approvals.push(reply.body.id);
  return reply;
};

const decideCorrection: Act = async ({ checker, admin, approvals }, random) => {
  const id = recent(random, approvals);
  const who = random.pick([checker, admin]);
  if (!id) return undefined;
  const rejects = random.int(4) === 0;
  return who.call(
    'POST',
    `/operator/approvals/${id}/${rejects ? 'reject' : 'approve'}`,
    rejects ? { reason: 'no' } : undefined,
  );
};

const know: Act = ({ shops, customers }, { pick }) =>
  pick(shops).call('POST', `/test/users/${pick(customers).id}/kyc`, {
    status: pick(['pending', 'verified', 'rejected']),
  });

const limit: Act = async ({ admin, approvals }, { int, pick }) => {
  const limits = {
    single: pick([null, 200]),
    day: pick([null, 3_000]),
    month: null,
    balance: pick([null, 500, 2_000]),
  };
  const which = { livemode: false, currency: 'XOF', tier: int(2), reason: 'as agreed' };
  const reply = await admin.call('POST', '/operator/limits', { ...which, ...limits });
  if (reply.status === 202) approvals.push(reply.body.id);
  return reply;
};

const moveClock: Act = ({ shops }, { pick }) =>
  pick(shops).call('POST', '/test/clock/advance', { seconds: pick([1, 5, 60]) });

/** The owner empties the wallet; closing it may come before or after. */
const close =
  ({ db }: TestService): Act =>
  async ({ wallets }, random) => {
    const wallet = random.pick(wallets);
    const { of, currency } = wallet;
    const amount = (await of.call('GET', `/wallets/${wallet.id}`)).body.balance.available;
    const to = random.pick(wallets).id;
    const emptied =
      amount > 0 ? await of.call('POST', '/wallets/transfer', { from: wallet.id, to, amount, currency }) : undefined;
    const by = { actor: { type: 'admin', id: 'test' } } as const;
    const closed = await transaction(db, (tx) => closeWallet(tx, { wallet: wallet.id, by }));
    if ('id' in closed) wallet.id = (await of.call('POST', '/wallets', { currency })).body.id;
    return emptied;
  };

/** Each act is as frequent as its entries in this list. */
export const actsOn = (service: TestService): readonly Act[] => [
  ...[transfer, transfer, transfer, transfer, pay, pay, answer, answer, answer, refund, refund, payOut, payOut],
  ...[decidePayout, decidePayout, freeze, correct, correct, decideCorrection, decideCorrection, know, limit, moveClock],
  close(service),
];
