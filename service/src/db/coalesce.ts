import { createTurns } from './turns.ts';

/**
 * Turns an operation on an array into a function for a single request. While one batch is in flight, the next one
 * gathers, and it starts as soon as a lane is free. There are no timers: a single request does not wait.
 * `run` answers in the order of its inputs. If it throws, every request of that batch is rejected with the error.
 * @param options `partyOf`: when more requests wait than one batch takes, these parties are served in turn. Default: in
 * order of arrival
 */
export function coalesce<In, Out>(
  run: (inputs: In[]) => Promise<Out[]>,
  options: { maxBatch: number; batches: number; partyOf?: (input: In) => unknown },
): (input: In) => Promise<Out> {
  type Waiting = { input: In; resolve: (out: Out) => void; reject: (error: unknown) => void };
  const { partyOf = () => null } = options;
  const gathering = createTurns<Waiting>(({ input }) => partyOf(input));
  let underWay = 0;

  const depart = async () => {
    if (underWay >= options.batches || gathering.size === 0) return;
    const batch = gathering.take(options.maxBatch);
    underWay++;
    const running = run(batch.map((waiting) => waiting.input));
    // Requests beyond this batch use the next free lane.
    depart();
    const answer = await running.then(
      (outs) => () => batch.forEach((waiting, i) => void waiting.resolve(outs[i]!)),
      (error) => () => batch.forEach((waiting) => void waiting.reject(error)),
    );
    underWay--;
    if (gathering.size === 0) return answer();
    // The next batch is sent before the answers of this one are delivered, which takes as long as deciding it.
    depart();
    setImmediate(answer);
  };

  return (input) =>
    new Promise<Out>((resolve, reject) => {
      gathering.add({ input, resolve, reject });
      // All requests of one tick of the event loop go into the same batch.
      if (gathering.size === 1) setImmediate(depart);
    });
}
