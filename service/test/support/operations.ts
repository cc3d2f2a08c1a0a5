import { dataKeyOf } from '../../src/kernel/data-key.ts';
import { createPayments } from '../../src/payments/create.ts';
import { fixedRails } from '../../src/rails/rail.ts';
import { createRefunds } from '../../src/refunds/create.ts';

type Rest<Operation extends (...args: never[]) => unknown> = Parameters<Operation>;

const rails = fixedRails({});
const paymentDeps = { rails, codeKey: dataKeyOf(Buffer.alloc(32)) };

/** The operations of a deployment without rails of providers. */
export const makePayments = (
  tx: Rest<typeof createPayments>[0],
  commands: Rest<typeof createPayments>[1],
  loaded?: Rest<typeof createPayments>[3],
) => createPayments(tx, commands, paymentDeps, loaded);

export const makeRefunds = (tx: Rest<typeof createRefunds>[0], commands: Rest<typeof createRefunds>[1]) =>
  createRefunds(tx, commands, rails);
