import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { serialOnly } from '../kernel/operation.ts';
import { advanceClocks, awaitAdvance, readTestClock } from './clock.ts';
import { emitTestEvents } from './events.ts';
import { setTestKycStatuses } from './kyc.ts';
import { answerAsCustomer, pollPaymentsNow } from './payments.ts';
import { freezeTestWallets, fundTestWallets, unfreezeTestWallets } from './wallets.ts';

type TestRoutes =
  | 'advanceTestClock'
  | 'getTestClock'
  | 'fundTestWallet'
  | 'freezeTestWallet'
  | 'unfreezeTestWallet'
  | 'setTestKyc'
  | 'emitTestEvent'
  | 'approveTestPayment'
  | 'declineTestPayment';

/** The routes below /test. */
export function createTestHandlers({ db, idempotent, unlessAnswered }: Access): Pick<Handlers, TestRoutes> {
  const advanceClock = idempotent(routes.advanceTestClock, advanceClocks, serialOnly);
  const approve = idempotent(routes.approveTestPayment, pollPaymentsNow);
  const decline = idempotent(routes.declineTestPayment, pollPaymentsNow);
  return {
    advanceTestClock: async (command) => awaitAdvance(db, command, await advanceClock(command)),
    getTestClock: (caller) => readTestClock(db, caller),
    fundTestWallet: idempotent(routes.fundTestWallet, fundTestWallets),
    freezeTestWallet: idempotent(routes.freezeTestWallet, freezeTestWallets),
    unfreezeTestWallet: idempotent(routes.unfreezeTestWallet, unfreezeTestWallets),
    setTestKyc: idempotent(routes.setTestKyc, setTestKycStatuses),
    emitTestEvent: idempotent(routes.emitTestEvent, emitTestEvents),
    approveTestPayment: async (command) => {
      const before = await unlessAnswered(command, () => answerAsCustomer(db, command, 'approved'));
      return approve({ ...command, input: { id: command.input.id, before } });
    },
    declineTestPayment: async (command) => {
      const before = await unlessAnswered(command, () => answerAsCustomer(db, command, 'declined'));
      return decline({ ...command, input: { id: command.input.id, before } });
    },
  };
}
