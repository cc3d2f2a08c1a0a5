import { type Command, Option } from 'commander';
import { connect } from '../connect.ts';
import { amount, globals, keyed, once, only, paged, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

export function schedules(program: Command): void {
  const group = program.command('schedules').description('transfers and payouts at a time, once or again and again');
  addCreate(group.command('create'));
  keyed(group.command('approve <id>'))
    .description('approve the version of a transfer schedule that you have read')
    .requiredOption('--read <version>', 'the version', Number)
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const body = { version: options.read };
      printRecord(await once(options, (call) => connect(global).schedules.approve(id, body, call)), global.json);
    });
  keyed(group.command('skip <id>'))
    .description('make no run on a day')
    .requiredOption('--date <day>', 'for example 2026-12-31')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const body = { date: options.date };
      printRecord(await once(options, (call) => connect(global).schedules.skip(id, body, call)), global.json);
    });
  for (const [act, says] of [
    ['pause', 'make no run until it is resumed'],
    ['resume', 'go on with the first run after now'],
    ['end', 'make no run any more'],
  ] as const)
    keyed(group.command(`${act} <id>`))
      .description(says)
      .action(async (id: string, options, command: Command) => {
        const global = globals(command);
        printRecord(await once(options, (call) => connect(global).schedules[act](id, call)), global.json);
      });
  addReads(group);
}

function addReads(group: Command): void {
  group
    .command('get <id>')
    .description('show a schedule and its next runs')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).schedules.get(id), global.json);
    });
  paged(group.command('list'))
    .description('list schedules, newest first')
    .addOption(new Option('--status <status>', 'with this status').choices(['pending', 'active', 'paused', 'ended']))
    .addOption(new Option('--kind <kind>', 'of this kind').choices(['payout', 'transfer']))
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'kind']);
      await printPaged(options, global.json, (query) => connect(global).schedules.list({ ...filter, ...query }));
    });
}

function addCreate(command: Command): void {
  keyed(command)
    .description('schedule a transfer, which waits for an approval')
    .requiredOption('--name <name>', 'its name; the references of its runs begin with it')
    .requiredOption('--to <wallet or phone>', 'the receiver')
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .requiredOption('--currency <code>', 'for example XOF')
    .requiredOption('--rule <rule>', 'the days, for example FREQ=MONTHLY;BYMONTHDAY=-1 (RFC 5545)')
    .requiredOption('--first-date <day>', 'the first day on which a run may be made, for example 2026-12-01')
    .requiredOption('--time <time>', 'for example 09:00')
    .option('--time-zone <zone>', "for example Africa/Dakar; default: the merchant's zone")
    .option('--until <day>', 'the last day, inclusive')
    .option('--wallet <wallet>', 'your wallet; default: your default wallet in this currency')
    .option('--description <text>', 'a description of the transfers')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const named = ['name', 'to', 'amount', 'currency', 'rule', 'time', 'until', 'wallet', 'description'] as const;
      const zone = options.timeZone ? { time_zone: options.timeZone } : {};
      const body = { kind: 'transfer', ...only(options, [...named]), first_date: options.firstDate, ...zone } as const;
      printRecord(await once(options, (call) => connect(global).schedules.create(body, call)), global.json);
    });
}
