import { routes } from '../../../contract/src/routes.ts';
import type { People } from '../accounts/people.ts';
import type { Bulks } from '../bulk/carry-out.ts';
import type { Currencies } from '../bulk/examine.ts';
import { createReadBulk } from '../bulk/read.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { type BatchOperation, serialOnly, withDeps } from '../kernel/operation.ts';
import type { RouteSources } from '../rails/find-route.ts';
import { answerOwnPrompt, pollPromptsNow } from './answer-prompt.ts';
import { approvePayments } from './approve.ts';
import { cancelPayments, withdraw } from './cancel.ts';
import { capturePayments } from './capture/capture.ts';
import { releaseHeldPayments } from './capture/release.ts';
import { paymentBulk } from './carry-out.ts';
import { challengePayments, judgeApproval } from './challenge.ts';
import { createPayments, type Loaded, loadPayments, type PaymentDeps } from './create.ts';
import type { CodeFrom } from './customer-payment.ts';
import { declinePayments } from './decline.ts';
import { listOwnPayments, type ReceiptUrlOf, readPayment } from './read.ts';
import { listPaymentsOfCustomer, readMyPayment } from './read-as-customer.ts';
import { mayLeave, type RoutedInput, routePayment } from './route-payment.ts';
import { validatePaymentBulk } from './validate-bulk.ts';

type PaymentRoutes =
  | 'createPayment'
  | 'createPaymentBulk'
  | 'getPaymentBulk'
  | 'listPayments'
  | 'getPayment'
  | 'cancelPayment'
  | 'capturePayment'
  | 'releasePayment'
  | 'listMyPayments'
  | 'getMyPayment'
  | 'challengePayment'
  | 'approvePayment'
  | 'declinePayment';

type HandlerDeps = PaymentDeps & {
  readonly people: People;
  readonly codeFrom: CodeFrom;
  readonly routing: RouteSources;
  readonly receiptUrlOf: ReceiptUrlOf;
  readonly bulks: Bulks;
  readonly currencies: Currencies;
};

const readBulk = createReadBulk('payments');

/** The routes of payments, for merchants and for the customers who pay. */
export function createPaymentHandlers(
  { db, idempotent, list, onBehalfOf, unlessAnswered }: Access,
  { rails, people, codeFrom, codeKey, routing, receiptUrlOf, bulks, currencies }: HandlerDeps,
): Pick<Handlers, PaymentRoutes> {
  const make: BatchOperation<RoutedInput, Loaded> = (tx, commands, loaded) =>
    createPayments(tx, commands, { rails, codeKey }, loaded);
  const create = idempotent(routes.createPayment, make, { load: loadPayments });
  const cancel = idempotent(routes.cancelPayment, cancelPayments);
  const approve = idempotent(routes.approvePayment, withDeps(approvePayments, { people, codeFrom }));
  const decline = idempotent(routes.declinePayment, withDeps(declinePayments, codeFrom));
  const answerPrompt = withDeps(pollPromptsNow, codeFrom);
  const approvePrompt = idempotent(routes.approvePayment, answerPrompt);
  const declinePrompt = idempotent(routes.declinePayment, answerPrompt);
  return {
    createPayment: async (command) => {
      if (!mayLeave(command, routing)) return create(command);
      // A replay gets its stored answer, whatever is found now.
      return create({ ...command, input: await routePayment(db, command, routing) });
    },
    createPaymentBulk: {
      validate: () => validatePaymentBulk(currencies),
      change: bulks(paymentBulk(db, { rails, codeKey }, routing)),
    },
    getPaymentBulk: (caller, query) => readBulk(onBehalfOf(caller), caller, query),
    listPayments: list(listOwnPayments),
    getPayment: (caller, query) => readPayment(db, caller, query, receiptUrlOf),
    cancelPayment: async (command) => {
      const { caller, input } = command;
      const withdrawn = await unlessAnswered(command, () => withdraw(db, rails, caller.world, input.id));
      return cancel({ ...command, input: { id: input.id, withdrawn: withdrawn ?? false } });
    },
    capturePayment: idempotent(routes.capturePayment, capturePayments),
    releasePayment: idempotent(routes.releasePayment, releaseHeldPayments),
    listMyPayments: list((from, caller, query, url) => listPaymentsOfCustomer(from, caller, query, url, codeFrom)),
    getMyPayment: (caller, query) => readMyPayment(db, caller, query, codeFrom),
    challengePayment: idempotent(routes.challengePayment, withDeps(challengePayments, people), serialOnly),
    approvePayment: async (command) => {
      const { caller, input } = command;
      const prompted = await unlessAnswered(command, () => answerOwnPrompt(db, command, 'approved'));
      if (prompted) return approvePrompt({ ...command, input: { id: input.id, ...prompted } });
      const proof = await unlessAnswered(command, () => judgeApproval(people, caller, input));
      return approve({ ...command, input: { id: input.id, proof } });
    },
    declinePayment: async (command) => {
      const prompted = await unlessAnswered(command, () => answerOwnPrompt(db, command, 'declined'));
      return prompted ? declinePrompt({ ...command, input: { id: command.input.id, ...prompted } }) : decline(command);
    },
  };
}
