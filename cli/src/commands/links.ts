import { type Command, Option } from 'commander';
import { connect } from '../connect.ts';
import { amount, count, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';
import { drawn, saveQr } from './save-qr.ts';

export function links(program: Command): void {
  const group = program.command('links').description('share or print addresses at which people pay you');
  addCreate(group.command('create'));
  group
    .command('get <id>')
    .description('show a link')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).links.get(id), global.json);
    });
  dated(group.command('list'))
    .description('list links, newest first')
    .addOption(new Option('--active <answer>', 'only active links, or only others').choices(['true', 'false']))
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['active']);
      await printPaged(options, global.json, (query) => connect(global).links.list({ ...filter, ...query }));
    });
  for (const [name, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    group
      .command(`${name} <id>`)
      .description(active ? 'let a link take payments again' : 'stop a link; open sessions keep their terms')
      .action(async (id: string, _options, command: Command) => {
        const global = globals(command);
        printRecord(await connect(global).links.update(id, { active }), global.json);
      });
  drawn(group.command('qr <id>'))
    .description('save the QR code of a link')
    .addOption(
      new Option('--content <content>', 'the address, or the payload for apps of a scheme').choices(['url', 'emvco']),
    )
    .action(async (id: string, options, command: Command) => {
      const rialto = connect(globals(command));
      await saveQr(id, options, (call) => rialto.links.getQr(id, only(options, ['language', 'content']), call));
    });
}

function addCreate(command: Command): void {
  const answers = ['no', 'optional', 'required'];
  keyed(command)
    .description('create a link')
    .requiredOption('--currency <code>', 'for example XOF')
    .option(
      '--amount <n>',
      "the price of a unit in the currency's minor unit; without it the payer enters the amount",
      amount,
    )
    .option('--min-amount <n>', 'the least that the payer may enter', amount)
    .option('--max-amount <n>', 'the most that the payer may enter', amount)
    .option('--name <text>', 'the heading of the page')
    .option('--description <text>', 'what is sold')
    .option('--max-quantity <n>', 'the most units that one payer may buy', count)
    .option('--fee-bearer <who>', 'payer: the page adds the fee to the amount; default: your setting')
    .option('--once', 'for one payment')
    .option('--stock <n>', 'the units that it sells in all', count)
    .option('--expires-at <time>', 'for example 2026-12-31T23:59:00Z')
    .addOption(new Option('--ask-name <answer>', 'whether the page asks for a name').choices(answers))
    .addOption(new Option('--ask-note <answer>', 'whether the page asks for a note').choices(answers))
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (options, own: Command) => {
      const global = globals(own);
      const rialto = connect(global);
      const { minAmount, maxAmount, maxQuantity, expiresAt, askName, askNote, feeBearer } = options;
      const body = {
        ...only(options, ['currency', 'amount', 'name', 'description', 'stock', 'metadata']),
        ...(minAmount && { min_amount: minAmount }),
        ...(maxAmount && { max_amount: maxAmount }),
        ...(maxQuantity && { max_quantity: maxQuantity }),
        ...(feeBearer && { fee_bearer: feeBearer }),
        ...(expiresAt && { expires_at: expiresAt }),
        ...(options.once && { use: 'once' }),
        ...((askName || askNote) && { ask: { ...(askName && { name: askName }), ...(askNote && { note: askNote }) } }),
      };
      printRecord(await once(options, (call) => rialto.links.create(body, call)), global.json);
    });
}
