import type { Command } from 'commander';
import { type Delivery, eventKinds, type Rialto } from '../../../sdk/src/rialto.ts';
import { connect } from '../connect.ts';
import { Usage } from '../failure.ts';
import { commandName } from '../invocation.ts';
import { dated, globals, only, printPaged } from '../options.ts';
import { line, printDelivery, printList, printRecord } from '../print.ts';

export function events(program: Command): void {
  const group = program.command('events').description('list, read and resend events');
  dated(group.command('list'))
    .description('list events, newest first')
    .option('--type <kind>', 'of this kind, for example payment.succeeded', kind)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['type']);
      await printPaged(options, global.json, (query) => connect(global).events.list({ ...filter, ...query }));
    });
  group
    .command('get <id>')
    .description('show an event with its record')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).events.get(id), global.json);
    });
  group
    .command('resend <id>')
    .description(
      'resend an event (evt_…) to every endpoint that was sent it and to running listeners, or one delivery (dlv_…)',
    )
    .option('--endpoint <id>', 'resend to this endpoint only')
    .action(async (id: string, { endpoint }: { endpoint?: string }, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      if (id.startsWith('dlv_')) {
        printDelivery(await rialto.deliveries.resend(id), global.json);
        return;
      }
      const deliveries = await deliveriesOf(rialto, id, endpoint);
      if (deliveries.length === 0 && endpoint)
        throw new Usage(`The event ${id} was not sent to the endpoint ${endpoint}.`);
      if (!endpoint) await rialto.events.resend(id);
      const resent: Delivery[] = [];
      for (const delivery of deliveries) resent.push(await rialto.deliveries.resend(delivery.id));
      if (resent.length === 0 && !global.json)
        line(`No endpoint was sent this event before, so it went only to a running \`${commandName()} listen\`.`);
      else printList(resent, global.json);
    });

  program
    .command('trigger <kind>')
    .description('emit an event of this kind in test mode')
    .argument('[more...]', 'more kinds')
    .action(async (first: string, more: string[], _options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const made = [];
      for (const type of [first, ...more].map(kind)) made.push(await rialto.test.emitEvent({ type }));
      if (global.json) printList(made, true);
      else for (const { id, type } of made) line(`${type}  ${id}`);
    });
}

function kind(text: string): (typeof eventKinds)[number] {
  const known = eventKinds.find((one) => one === text);
  if (!known) throw new Usage(`Unknown kind of event: ${text}. The kinds are ${eventKinds.join(', ')}.`);
  return known;
}

/** A delivery has the same creation time as its event, so the search is limited to that time. */
async function deliveriesOf(rialto: Rialto, id: string, only?: string): Promise<Delivery[]> {
  const event = await rialto.events.get(id);
  const endpoints = only
    ? [only]
    : (await rialto.webhooks.list({ limit: 100 }).toArray()).map((endpoint) => endpoint.id);
  const found: Delivery[] = [];
  for (const endpoint of endpoints) {
    const created_at = { gte: event.created_at, lte: event.created_at };
    for await (const delivery of rialto.webhooks.listDeliveries(endpoint, {
      created_at,
      order: 'asc',
      limit: 100,
    })) {
      if (delivery.event !== id) continue;
      found.push(delivery);
      break;
    }
  }
  return found;
}
