import { createTurns } from './turns.ts';

/**
 * Turns an operation on an array into the function that one request calls. While one batch is under way the next one
 * gathers, and it leaves the moment the lane is free: a lone request waits for nothing, there are no timers.
 *
 * `run` answers in the order of its inputs. When it throws, every member of that batch is rejected with the error.
 * @param options `partyOf`: more than one batch can take is served by turns of these parties. Default: in order of arrival
 */
export function coalesce<In, Out>(
  run: (inputs: In[]) => Promise<Out[]>,
  options: { maxBatch: number; lanes: number; partyOf?: (input: In) => unknown },
): (input: In) => Promise<Out> {
  type Waiting = { input: In; resolve: (out: Out) => void; reject: (error: unknown) => void };
  const { partyOf = () => null } = options;
  const gathering = createTurns<Waiting>(({ input }) => partyOf(input));
  let underWay = 0;

  const depart = async () => {
    if (underWay >= options.lanes || gathering.size === 0) return;
    const batch = gathering.take(options.maxBatch);
    underWay++;
    const running = run(batch.map((waiting) => waiting.input));
    // What is more than one batch takes the next free lane.
    depart();
    const answer = await running.then(
      (outs) => () => batch.forEach((waiting, i) => void waiting.resolve(outs[i]!)),
      (error) => () => batch.forEach((waiting) => void waiting.reject(error)),
    );
    underWay--;
    if (gathering.size === 0) return answer();
    // The next batch is on its way to the database before this one's answers are written, which takes as long as deciding it.
    depart();
    setImmediate(answer);
  };

  return (input) =>
    new Promise<Out>((resolve, reject) => {
      gathering.add({ input, resolve, reject });
      // The requests of one tick of the event loop leave together.
      if (gathering.size === 1) setImmediate(depart);
    });
}
