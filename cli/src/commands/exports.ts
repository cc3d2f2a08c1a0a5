import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CreateExportBody, Export, Rialto } from '../../../sdk/src/rialto.ts';
import { connect } from '../connect.ts';
import { exitCodes } from '../failure.ts';
import { globals, keyed, once, only, paged, pair, printPaged } from '../options.ts';
import { line, printRecord } from '../print.ts';
import { interruptible } from '../signals.ts';

export function exports(program: Command): void {
  const group = program.command('exports').description('write whole lists into files');
  keyed(group.command('create <resource>'))
    .description('export payments, refunds, transfers, payouts, entries or fees')
    .option('--format <format>', 'csv, xlsx or jsonl', 'csv')
    .option('--filter <name=value>', 'a filter of the list, such as status=succeeded; repeat for more', pair)
    .option('--since <time>', 'created at this time or later, for example 2026-01-01T00:00:00Z')
    .option('--until <time>', 'created before this time')
    .option('--no-wait', 'return at once, without waiting for the file')
    .action(async (resource: string, options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const { format, since, until, filter } = options;
      const filters = {
        ...filter,
        ...(since && { 'created_at[gte]': since }),
        ...(until && { 'created_at[lt]': until }),
      };
      const body = { resource, format, filters } as CreateExportBody;
      const made = await once(options, (call) => rialto.exports.create(body, call));
      const done = options.wait ? await interruptible((signal) => follow(rialto, made, signal)) : made;
      printRecord(done, global.json);
      if (done.status === 'failed') process.exitCode = exitCodes.refused;
    });
  paged(group.command('list'))
    .description('list exports, newest first')
    .option('--status <status>', 'pending, running, completed or failed')
    .option('--resource <resource>', 'of these records')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'resource']);
      await printPaged(options, global.json, (query) => connect(global).exports.list({ ...filter, ...query }));
    });
  group
    .command('get <id>')
    .description('show an export')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).exports.get(id), global.json);
    });
  group
    .command('download <id>')
    .description('save the file of a completed export')
    .option('--output <file>', 'where to save it (- for stdout); default: its resource and id')
    .action(async (id: string, options, command: Command) => {
      const rialto = connect(globals(command));
      const { resource, format } = await rialto.exports.get(id);
      const file: string = options.output ?? `${resource}-${id}.${format}`;
      const bytes = (await rialto.exports.download(id)).stream();
      if (file === '-') for await (const chunk of bytes) process.stdout.write(chunk);
      else {
        await writeFile(file, bytes);
        line(file);
      }
    });
}

async function follow(rialto: Rialto, created: Export, signal: AbortSignal): Promise<Export> {
  let one = created;
  while (one.status === 'pending' || one.status === 'running') {
    await sleep(500, undefined, { signal });
    one = await rialto.exports.get(one.id, { signal });
  }
  return one;
}
