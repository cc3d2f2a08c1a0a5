import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, count, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';
import { drawn, saveQr } from './save-qr.ts';

export function checkout(program: Command): void {
  const group = program.command('checkout').description('pages on which one payer pays one amount');
  keyed(group.command('create'))
    .description('create a checkout session and print its address')
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .requiredOption('--currency <code>', 'for example XOF')
    .option('--customer <phone>', 'phone number of the payer: +221…')
    .option('--reference <text>', 'your own unique id for this session')
    .option('--description <text>', 'a description of the purchase')
    .option('--success-url <url>', 'where the page leads once it is paid')
    .option('--cancel-url <url>', 'where the page leads a payer who gives up')
    .option('--expires-in <seconds>', 'seconds until it expires; default: one day', count)
    .option('--fee-bearer <who>', 'payer: the page adds the fee to the amount; default: your setting')
    .option('--locale <code>', 'the language of the page: en, fr, es, pt, ht or sw')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const { successUrl, cancelUrl, expiresIn, feeBearer } = options;
      const body = {
        ...only(options, ['amount', 'currency', 'customer', 'reference', 'description', 'locale', 'metadata']),
        ...(successUrl && { success_url: successUrl }),
        ...(cancelUrl && { cancel_url: cancelUrl }),
        ...(feeBearer && { fee_bearer: feeBearer }),
        ...(expiresIn && { expires_in: expiresIn }),
      };
      printRecord(await once(options, (call) => rialto.checkout.createSession(body, call)), global.json);
    });
  group
    .command('get <id>')
    .description('show a session')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).checkout.getSession(id), global.json);
    });
  dated(group.command('list'))
    .description('list sessions, newest first')
    .option('--status <status>', 'open, completed or expired')
    .option('--currency <code>', 'in this currency')
    .option('--reference <text>', 'with this reference')
    .option('--link <id>', 'opened from this payment link')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'currency', 'reference', 'link']);
      await printPaged(options, global.json, (query) => connect(global).checkout.listSessions({ ...filter, ...query }));
    });
  keyed(group.command('expire <id>'))
    .description('end a session before its time')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await once(options, (call) => connect(global).checkout.expireSession(id, call)), global.json);
    });
  drawn(group.command('qr <id>'))
    .description('save the QR code of a session')
    .action(async (id: string, options, command: Command) => {
      const rialto = connect(globals(command));
      await saveQr(id, options, (call) => rialto.checkout.getSessionQr(id, only(options, ['language']), call));
    });
}
