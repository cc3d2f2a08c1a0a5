import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { exitCodes } from '../failure.ts';
import { count, globals, only, paged, printPaged, words } from '../options.ts';
import { printDelivery, printRecord } from '../print.ts';

export function webhooks(program: Command): void {
  const group = program.command('webhooks').description('manage webhook endpoints and deliveries');
  group
    .command('create')
    .description('create an endpoint; its signing secret is shown only once')
    .requiredOption('--url <url>', 'https://…')
    .option('--events <kinds>', 'for example payment.succeeded,refund.*', words, ['*'])
    .option('--description <text>', 'a description of the endpoint')
    .action(async (options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).webhooks.create(only(options, ['url', 'events', 'description'])), global.json);
    });
  paged(group.command('list'))
    .description('list all endpoints')
    .action(async (options, command: Command) => {
      const global = globals(command);
      await printPaged(options, global.json, (query) => connect(global).webhooks.list(query));
    });
  group
    .command('update <id>')
    .description('change the URL, events, description or status of an endpoint')
    .option('--url <url>', 'https://…')
    .option('--events <kinds>', 'for example payment.succeeded,refund.*', words)
    .option('--description <text>', 'a description of the endpoint')
    .option('--status <status>', 'enabled or disabled')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const change = only(options, ['url', 'events', 'description', 'status']);
      printRecord(await connect(global).webhooks.update(id, change), global.json);
    });
  group
    .command('roll-secret <id>')
    .description('create a new secret; the old secret also signs until the overlap ends')
    .option('--overlap <seconds>', '0 to 604800', count, 86_400)
    .action(async (id: string, { overlap }, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).webhooks.rollSecret(id, { overlap_seconds: overlap }), global.json);
    });
  paged(group.command('deliveries <id>'))
    .description('list the deliveries to an endpoint')
    .option('--status <status>', 'pending, succeeded, dead or held')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status']);
      await printPaged(options, global.json, (query) =>
        connect(global).webhooks.listDeliveries(id, { ...filter, ...query }),
      );
    });
  group
    .command('replay <id>')
    .description('send missed events again')
    .requiredOption('--since <time>', 'for example 2026-01-31T00:00:00.000Z')
    .option('--until <time>', 'default: now')
    .option('--types <kinds>', 'for example payment.succeeded,payment.failed', words)
    .option('--status <status>', 'dead, held, failed or all')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(
        await connect(global).webhooks.replay(id, only(options, ['since', 'until', 'types', 'status'])),
        global.json,
      );
    });
  single(group);
}

/** The commands that take only an id. */
function single(group: Command): void {
  const acts = { get: 'show an endpoint', delete: 'delete an endpoint' } as const;
  for (const [name, about] of Object.entries(acts) as [keyof typeof acts, string][]) {
    group
      .command(`${name} <id>`)
      .description(about)
      .action(async (id: string, _options, command: Command) => {
        const global = globals(command);
        printRecord(await connect(global).webhooks[name](id), global.json);
      });
  }
  group
    .command('test <id>')
    .description('send a test event now and show the response')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      const delivery = await connect(global).webhooks.test(id);
      printDelivery(delivery, global.json);
      if (delivery.status !== 'succeeded') process.exitCode = exitCodes.refused;
    });
  group
    .command('delivery <id>')
    .description('show a delivery with its attempts')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printDelivery(await connect(global).deliveries.get(id), global.json);
    });
}
