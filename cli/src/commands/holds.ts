import { type Command, Option } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

export function holds(program: Command): void {
  const group = program.command('holds').description('hold money on a wallet, and capture, release or decide it');
  addCreate(group.command('create'));
  addDecisions(group);
  keyed(group.command('capture <id>'))
    .description('pay held money, all of it or a part')
    .option('--amount <n>', "in the currency's minor unit; default: all that is still held", amount)
    .option('--final', 'give back what is left afterwards')
    .option('--to <wallet or phone>', 'the receiver, if the hold names none')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['amount', 'final', 'to']);
      printRecord(await once(options, (call) => connect(global).holds.capture(id, fields, call)), global.json);
    });
  keyed(group.command('release <id>'))
    .description('give back what is still held')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await once(options, (call) => connect(global).holds.release(id, call)), global.json);
    });
  group
    .command('get <id>')
    .description('show a hold')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).holds.get(id), global.json);
    });
  const statuses = ['open', 'captured', 'released', 'expired'];
  dated(group.command('list'))
    .description('list holds, newest first')
    .addOption(new Option('--status <status>', 'with this status').choices(statuses))
    .option('--wallet <wallet>', 'on this wallet')
    .option('--reference <text>', 'with this reference')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'wallet', 'reference']);
      await printPaged(options, global.json, (query) => connect(global).holds.list({ ...filter, ...query }));
    });
}

const decider = (text: string, before: readonly string[] = []) => [...before, text];

function addDecisions(group: Command): void {
  keyed(group.command('decide <id>'))
    .description('decide an escrow: it ends when both deciders decide alike')
    .addOption(
      new Option('--decision <decision>', 'pay the receiver, or give the money back')
        .choices(['release', 'return'])
        .makeOptionMandatory(),
    )
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const { decision } = options;
      printRecord(await once(options, (call) => connect(global).holds.decide(id, { decision }, call)), global.json);
    });
  const statuses = ['waiting', 'open', 'captured', 'released', 'expired', 'all'];
  dated(group.command('escrows'))
    .description('list the escrows that you decide, newest first')
    .addOption(new Option('--status <status>', 'default: waiting for your decision').choices(statuses))
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status']);
      await printPaged(options, global.json, (query) => connect(global).holds.listEscrows({ ...filter, ...query }));
    });
}

function addCreate(command: Command): void {
  keyed(command)
    .description('hold money on a wallet')
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .requiredOption('--currency <code>', 'for example XOF')
    .requiredOption('--expires-at <time>', 'when what is left goes back, for example 2026-12-31T12:00:00Z')
    .option('--wallet <wallet>', 'your wallet; default: your default wallet in this currency')
    .option('--to <wallet or phone>', 'the receiver of its captures; without it each capture names one')
    .option('--decider <wallet or phone>', 'one of the two who end an escrow; give it twice', decider)
    .option('--reference <text>', 'your own unique id for this hold')
    .option('--description <text>', 'a description of the hold')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['amount', 'currency', 'wallet', 'to', 'reference', 'description', 'metadata']);
      const escrow = options.decider ? { escrow: { deciders: options.decider as string[] } } : {};
      const body = { ...fields, ...escrow, expires_at: options.expiresAt };
      printRecord(await once(options, (call) => connect(global).holds.create(body, call)), global.json);
    });
}
