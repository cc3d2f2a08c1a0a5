import type { Command } from 'commander';
import { type Delivery, eventKinds, type Rialto } from '../../../sdk/src/rialto.ts';
import { connect } from '../connect.ts';
import { Usage } from '../failure.ts';
import { dated, globals, only, printPaged } from '../options.ts';
import { line, printDelivery, printList, printRecord } from '../print.ts';

export function events(program: Command): void {
  const group = program.command('events').description('what happened');
  dated(group.command('list'))
    .description('events, newest first')
    .option('--type <kind>', 'such as payment.succeeded', kind)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['type']);
      await printPaged(options, global.json, (query) => connect(global).events.list({ ...filter, ...query }));
    });
  group
    .command('get <id>')
    .description('one event with its record')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).events.get(id), global.json);
    });
  group
    .command('resend <id>')
    .description(
      'send an event (evt_…) again to every endpoint that was sent it and to a running listen, or one delivery (dlv_…)',
    )
    .option('--endpoint <id>', 'to this one alone')
    .action(async (id: string, { endpoint }: { endpoint?: string }, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      if (id.startsWith('dlv_')) {
        printDelivery(await rialto.deliveries.resend(id), global.json);
        return;
      }
      const deliveries = await deliveriesOf(rialto, id, endpoint);
      if (deliveries.length === 0 && endpoint) throw new Usage(`${id} was not sent to the endpoint ${endpoint}`);
      if (!endpoint) await rialto.events.resend(id);
      const resent: Delivery[] = [];
      for (const delivery of deliveries) resent.push(await rialto.deliveries.resend(delivery.id));
      if (resent.length === 0 && !global.json)
        line('No endpoint was sent it: it went to running `rialto listen` alone.');
      else printList(resent, global.json);
    });

  program
    .command('trigger <kind>')
    .description('make an event of this kind happen in the test world')
    .argument('[more...]', 'other kinds')
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
  if (!known) throw new Usage(`there is no event ${text}; kinds are ${eventKinds.join(', ')}`);
  return known;
}

/** A delivery is made at the same time as its event, so that is where they are looked for. */
async function deliveriesOf(rialto: Rialto, id: string, only?: string): Promise<Delivery[]> {
  const event = await rialto.events.get(id);
  const endpoints = only
    ? [only]
    : (await rialto.webhooks.list({ limit: 100 }).toArray()).map((endpoint) => endpoint.id);
  const found: Delivery[] = [];
  for (const endpoint of endpoints) {
    const then = { gte: event.created_at, lte: event.created_at };
    for await (const delivery of rialto.webhooks.listDeliveries(endpoint, {
      created_at: then,
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
