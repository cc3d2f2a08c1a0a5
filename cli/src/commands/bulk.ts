import { type Command, Option } from 'commander';
import type { Bulk } from '../../../sdk/src/rialto.ts';
import { connect } from '../connect.ts';
import { exitCodes } from '../failure.ts';
import { readInput } from '../input.ts';
import { globals, keyed, once } from '../options.ts';
import { line, paint, printRecord } from '../print.ts';

/** Failed items that are printed; `--json` has all results. */
const MOST_SHOWN = 20;
const modes = ['each', 'all_or_nothing'];

/** Adds `bulk <file.csv>` and `bulk-result <id>` to the commands of transfers or payments. */
export function addBulk(group: Command, kind: 'transfers' | 'payments', columns: string): void {
  keyed(group.command('bulk <file.csv>'))
    .description(`make up to 10 000 ${kind} from a file (- for stdin); columns: ${columns}`)
    .addOption(new Option('--mode <mode>', 'each item alone, or nothing if one fails').choices(modes).default('each'))
    .option('--dry-run', 'report what would happen, and change nothing')
    .action(async (file: string, options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const csv = await readInput(file);
      const query = { mode: options.mode, ...(options.dryRun ? { dry_run: true } : {}) };
      print(await once(options, (call) => rialto[kind].createBulkFromCsv(csv, query, call)), global.json);
    });
  group
    .command('bulk-result <id>')
    .description('show a bulk request with its results')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      print(await connect(global)[kind].getBulk(id), global.json);
    });
}

/** For people: the totals, then each failed item by its place in the request. */
function print(bulk: Bulk, json?: boolean): void {
  const failed = bulk.results.flatMap(({ error }, i) => (error ? [{ ...error, item: i + 1 }] : []));
  if (failed.length > 0) process.exitCode = exitCodes.refused;
  if (json) {
    printRecord(bulk, true);
    return;
  }
  const { results: _, ...rest } = bulk;
  printRecord(rest);
  for (const { code, message, record, item } of failed.slice(0, MOST_SHOWN))
    line([paint('red', `item ${item}`), code, message, record ?? ''].join('  ').trimEnd());
  if (failed.length > MOST_SHOWN) line(paint('dim', `… ${failed.length - MOST_SHOWN} more failed: see --json`));
}
