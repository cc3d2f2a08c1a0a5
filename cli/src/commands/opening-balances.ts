import { createHash } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { Approval, ImportOfOpeningBalances } from '../../../sdk/src/user.ts';
import { person } from '../connect.ts';
import { Usage } from '../failure.ts';
import { readInput } from '../input.ts';
import { commandName } from '../invocation.ts';
import { count, globals, keyed, once, only, paged, printPaged } from '../options.ts';
import { line, money, paint, printRecord } from '../print.ts';

const statuses = ['pending', 'approved', 'rejected', 'expired'];

/** For operators: one requests an import, and another one approves it with their own copy of the file. */
export function openingBalances(program: Command): void {
  const group = program
    .command('opening-balances')
    .description(`import the balances of an old system; first run \`${commandName()} login --as operator\``);
  addCreate(group.command('create <file.csv>'));
  paged(group.command('list'))
    .description('list imports, newest first')
    .addOption(new Option('--status <status>', 'with this status').choices(statuses))
    .action(async (options, command: Command) => {
      const global = globals(command);
      const { operator } = await person(global);
      const filter = { kind: 'opening', ...only(options, ['status']) } as const;
      await printPaged(options, global.json, (query) => operator.listApprovals({ ...filter, ...query }));
    });
  group
    .command('get <id>')
    .description('show an import with its totals and digests')
    .option('--csv', 'all its rows as CSV')
    .action(async (id: string, { csv }, command: Command) => {
      const global = globals(command);
      const { operator } = await person(global);
      if (csv) process.stdout.write(await operator.getOpeningRowsAsCsv(id));
      else print(await operator.getApproval(id), global.json);
    });
  keyed(group.command('approve <id> <file.csv>'))
    .description('post an import of another operator, if it is that of your own copy of the file (- for stdin)')
    .action(async (id: string, file: string, options, command: Command) => {
      const global = globals(command);
      const { operator } = await person(global);
      const { sha256 } = importIn(await operator.getApproval(id));
      const own = createHash('sha256')
        .update(await readInput(file))
        .digest('hex');
      if (own !== sha256)
        throw new Usage(`The import has another file: its SHA-256 is ${sha256}, that of ${file} is ${own}.`);
      print(await once(options, (call) => operator.approve(id, call)), global.json);
    });
  keyed(group.command('reject <id>'))
    .description('reject an import of another operator')
    .requiredOption('--reason <text>', 'for the audit log')
    .action(async (id: string, { reason, ...options }, command: Command) => {
      const global = globals(command);
      const { operator } = await person(global);
      importIn(await operator.getApproval(id));
      print(await once(options, (call) => operator.reject(id, { reason }, call)), global.json);
    });
}

function addCreate(command: Command): void {
  keyed(command)
    .description('request an import from a file (- for stdin); columns: wallet, amount, currency, reference')
    .requiredOption('--count <n>', 'the number of rows in the old system', count)
    .requiredOption('--totals <totals>', "the old system's totals in minor units, for example XOF:150000,USD:2000")
    .requiredOption('--reason <text>', 'for the audit log')
    .option('--live', 'for live mode')
    .action(async (file: string, { live, ...options }, command: Command) => {
      const global = globals(command);
      const { operator } = await person(global);
      const csv = await readInput(file);
      const query = { mode: live ? 'live' : 'test', ...only(options, ['count', 'totals', 'reason']) } as const;
      print(await once(options, (call) => operator.requestOpeningBalances(csv, query, call)), global.json);
    });
}

/** The commands of imports decide nothing else. */
function importIn({ id, kind, payload }: Approval): ImportOfOpeningBalances {
  if (kind !== 'opening') throw new Usage(`${id} is not an import of opening balances.`);
  return payload as ImportOfOpeningBalances;
}

/** For people: the record, then a line for each currency. */
function print(approval: Approval, json?: boolean): void {
  const payload = importIn(approval);
  if (json) {
    printRecord(approval, true);
    return;
  }
  const { totals, ...digests } = payload;
  printRecord({ ...approval, payload: digests });
  for (const { currency, count: rows, amount } of totals)
    line(`${paint('dim', `total ${currency}`)}  ${money(amount, currency)} in ${rows} rows`);
}
