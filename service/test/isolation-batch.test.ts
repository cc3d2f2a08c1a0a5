import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Caller, Command } from '../src/command.ts';
import { type Tx, transaction } from '../src/db/transaction.ts';
import { cancelPayments } from '../src/payments/cancel.ts';
import { createRefunds } from '../src/refunds/create.ts';
import { Refusal } from '../src/refusal.ts';
import { hurryPayments } from '../src/test-helpers/payments.ts';
import { paidPayment } from './flows.ts';
import { startTestService, type TestMerchant, type TestService } from './harness.ts';

/** Requests of several merchants share a transaction and the rows that it reads: none may lend another its rights. */
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

/** What the owner and the stranger are told when both name the same thing in one batch, in either order. */
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

test('a stranger in the owner’s batch refunds, cancels and hurries nothing', async () => {
  const both = [await service.merchant(), await service.merchant()] as const;
  const payment = await paidPayment(both[0], { amount: 1_000 });
  await together(createRefunds, both, { payment: payment.id, amount: 10 });
  await together(cancelPayments, both, { id: payment.id, withdrawn: true });
  await together(hurryPayments, both, { id: payment.id });
});
