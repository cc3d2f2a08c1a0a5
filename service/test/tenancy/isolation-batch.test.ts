import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { People } from '../../src/accounts/people.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import type { Caller, Command } from '../../src/kernel/command.ts';
import { withDeps } from '../../src/kernel/operation.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { pollPromptsNow } from '../../src/payments/answer-prompt.ts';
import { approvePayments } from '../../src/payments/approve.ts';
import { cancelPayments } from '../../src/payments/cancel.ts';
import { declinePayments } from '../../src/payments/decline.ts';
import { cancelPayouts } from '../../src/payouts/cancel.ts';
import { pollPaymentsNow } from '../../src/test-helpers/payments.ts';
import { createTransfers } from '../../src/transfers/create.ts';
import { openPayment, paidPayment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makeRefunds } from '../support/operations.ts';
import { openPayout } from '../support/payout-flows.ts';
import { askToPay, availableTo, payerWith } from '../support/wallet-payments.ts';
import { command as commandOf, makeCustomer } from '../support/world.ts';

/** Requests of several merchants share a transaction and the rows that it reads: none may give another its rights. */
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const command = <Input>({ merchantId, world }: TestMerchant, input: Input): Command<Input> => {
  const owner = { type: 'merchant' as const, id: merchantId };
  const caller: Caller = { kind: 'key', id: '', world, livemode: false, owner, scopes: new Set(), person: null };
  return { caller, input, requestId: 'req_test', idempotency: null };
};

/** The answers to the owner and the stranger when both name the same record in one batch, in either order. */
async function together<Input>(
  operation: (tx: Tx, commands: Command<Input>[]) => Promise<(string | Refusal)[]>,
  [owner, stranger]: readonly [TestMerchant, TestMerchant],
  input: Input,
): Promise<void> {
  for (const order of [
    [owner, stranger],
    [stranger, owner],
  ]) {
    const commands = order.map((merchant) => command(merchant, input));
    const answers = await transaction(service.db, (tx) => operation(tx, commands));
    const [mine, theirs] = order[0] === owner ? answers : answers.toReversed();
    assert.ok(!(mine instanceof Refusal) || mine.code !== 'not_found', 'the owner finds it');
    assert.ok(theirs instanceof Refusal && theirs.code === 'not_found', 'the stranger does not');
  }
}

test('a stranger in the owner’s batch cannot refund, cancel or poll anything of theirs', async () => {
  const both = [await service.merchant(), await service.merchant()] as const;
  const payment = await paidPayment(both[0], { amount: 1_000 });
  await together(makeRefunds, both, { payment: payment.id, amount: 10 });
  await together(cancelPayments, both, { id: payment.id, withdrawn: true });
  await together(pollPaymentsNow, both, { id: payment.id });
  const items = [{ recipient: phone('1234'), amount: 10 }];
  await together(cancelPayouts, both, { id: (await openPayout(both[0], items)).id });
});

test('a stranger in the customer’s batch cannot approve, decline, poll or transfer anything of theirs', async () => {
  const shop = await service.merchant();
  const stranger = await makeCustomer(service.db);
  const payer = await payerWith(service, 1_000n);
  const [world] = await service.db.query<{ id: number }>(
    { name: 'test_world_of', text: 'SELECT id FROM worlds WHERE account_id = $1' },
    [payer.id],
  );
  const person = { ...stranger.person!, id: payer.id, identifier: payer.identifier };
  const owner = {
    ...stranger,
    id: payer.id,
    world: world!.id,
    owner: { type: 'customer', id: payer.id },
    person,
  } as const;
  const people = {} as People;
  const approve = withDeps(approvePayments, { people, codeFrom: new Map() });
  const decline = withDeps(declinePayments, new Map());
  const to = await shop.wallet('XOF');

  for (const order of [
    [owner, stranger],
    [stranger, owner],
  ]) {
    const { id } = await askToPay(shop, payer, { amount: 100 });
    const other = await askToPay(shop, payer, { amount: 100 });
    const prompted = await openPayment(shop, { customer: payer.identifier });
    const answers = await transaction(service.db, async (tx) => [
      await approve(
        tx,
        order.map((caller) => commandOf(caller, { id, proof: null })),
      ),
      await decline(
        tx,
        order.map((caller) => commandOf(caller, { id: other.id })),
      ),
      await pollPromptsNow(
        tx,
        order.map((caller) => commandOf(caller, { id: prompted.id })),
        new Map(),
      ),
      await createTransfers(
        tx,
        order.map((caller) => commandOf(caller, { from: payer.wallet, to, amount: 10, currency: 'XOF' })),
      ),
    ]);
    for (const pair of answers) {
      const [mine, theirs] = order[0] === owner ? pair : pair.toReversed();
      assert.ok(!(mine instanceof Refusal), 'the owner can');
      assert.ok(theirs instanceof Refusal && theirs.code === 'not_found', 'the stranger cannot');
    }
  }
  assert.equal(await availableTo(payer), 780);
});
