import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';
import { addBulk } from './bulk.ts';
import { share } from './split-partners.ts';

export function payments(program: Command): void {
  const group = program.command('payments').description('request payments from customers');
  keyed(group.command('create'))
    .description('create a payment')
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .requiredOption('--currency <code>', 'for example XOF')
    .requiredOption('--customer <phone>', 'phone number of the payer: +221…')
    .option('--reference <text>', 'your own unique id for this payment')
    .option('--description <text>', 'a description of the payment')
    .option('--rail <slug>', 'as `rails list` shows it; default: the rail that reaches the phone')
    .option('--otp <code>', 'the one-time code that the payer got from the provider, where the rail needs one')
    .option('--success-url <url>', 'where a redirect returns the payer')
    .option('--cancel-url <url>', 'where a redirect returns a payer who gave up')
    .option('--capture <mode>', 'manual: hold the money until you capture it; default: automatic')
    .option('--capture-before <time>', 'when held money goes back, for example 2026-12-31T12:00:00Z')
    .option('--split <wallet=amount>', 'a share in minor units, or of the net: 20% or 2000bp; repeat for more', share)
    .option('--fee-bearer <who>', 'payer: the payer gives the fee on top of the amount; default: your setting')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const { successUrl: success_url, cancelUrl: cancel_url, captureBefore: capture_before, ...rest } = options;
      const urls = {
        ...(success_url && { success_url }),
        ...(cancel_url && { cancel_url }),
        ...(capture_before && { capture_before }),
        ...(options.feeBearer && { fee_bearer: options.feeBearer }),
      };
      const body = { ...only(rest, FIELDS), ...urls };
      const payment = await once(options, (call) => rialto.payments.create(body, call));
      printRecord(payment, global.json);
    });
  group
    .command('get <id>')
    .description('show a payment')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payments.get(id), global.json);
    });
  dated(group.command('list'))
    .description('list payments, newest first')
    .option('--status <status>', 'pending, requires_action, processing, requires_capture, succeeded or failed')
    .option('--currency <code>', 'in this currency')
    .option('--amount <n>', "of exactly this amount, in the currency's minor unit", amount)
    .option('--customer <phone>', 'of this customer')
    .option('--phone <digits>', 'with these digits anywhere in the phone')
    .option('--reference <text>', 'with this reference')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'currency', 'amount', 'customer', 'phone', 'reference']);
      await printPaged(options, global.json, (query) => connect(global).payments.list({ ...filter, ...query }));
    });
  group
    .command('cancel <id>')
    .description('cancel a payment that waits for its customer')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payments.cancel(id), global.json);
    });
  addBulk(group, 'payments', 'customer, amount, currency and optionally reference, description, rail, wallet');
  keyed(group.command('capture <id>'))
    .description('take the held money of a payment, all of it or a part')
    .option('--amount <n>', "in the currency's minor unit; default: all that is still held", amount)
    .option('--final', 'give back what is left afterwards')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['amount', 'final']);
      printRecord(await once(options, (call) => connect(global).payments.capture(id, fields, call)), global.json);
    });
  keyed(group.command('release <id>'))
    .description('give the held money of a payment back to its customer')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await once(options, (call) => connect(global).payments.release(id, call)), global.json);
    });
}

const FIELDS = [
  'amount',
  'currency',
  'customer',
  'reference',
  'description',
  'rail',
  'otp',
  'capture',
  'split',
  'metadata',
];
