import { eventExamples } from '../../../contract/src/examples.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { emitTestEvent } from '../../../contract/src/test-helpers.ts';
import type { Tx } from '../db/transaction.ts';
import { emitEvents, requestOf, subscribersOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';

/** Emits sample events with the contract's own examples, delivered like any other event. */
export async function emitTestEvents(tx: Tx, commands: Command<InputOf<typeof emitTestEvent>>[]): Promise<string[]> {
  const subscribers = await subscribersOf(
    tx,
    commands.map(({ caller }) => caller),
  );
  return emitEvents(
    tx,
    subscribers,
    commands.map((command) => {
      const { caller, input } = command;
      const { object, previous_attributes: previous } = eventExamples[input.type].data;
      return {
        world: caller.world,
        livemode: caller.livemode,
        type: input.type,
        at: new Date(),
        object: JSON.stringify(object),
        ...(previous ? { previous: JSON.stringify(previous) } : {}),
        request: requestOf(command),
      };
    }),
  );
}
