import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHashTurns, type Turn, type TurnLimits } from './hash-turns.ts';

type Job = Turn & { readonly name: string };
const job = (kind: Turn['kind'], network: string, n = 0): Job => ({ kind, network, name: `${kind} ${network} ${n}` });
const names = (jobs: readonly Job[]) => jobs.map(({ name }) => name);

/**
 * Starts the given jobs in order and then finishes them one by one.
 * @returns their names in the order of their starts
 */
function serve(limits: TurnLimits, jobs: readonly Job[]): string[] {
  const turns = createHashTurns<Job>(limits);
  const running: Job[] = [];
  const served: string[] = [];
  const begin = (begun: readonly Job[]) => {
    running.push(...begun);
    served.push(...names(begun));
  };
  for (const one of jobs) if (turns.enter(one, one).outcome === 'begins') begin([one]);
  for (let done = running.shift(); done; done = running.shift()) begin(turns.leave(done));
  return served;
}
const one: TurnLimits = { parallel: 1, parallelTest: 1, waiting: 64 };

describe('passwords are hashed in turn', () => {
  it('among networks: fifty requests of one network delay another by one job', () => {
    const flood = Array.from({ length: 50 }, (_, i) => job('live', 'flood', i));
    const served = serve(one, [...flood, job('live', 'owner')]);
    assert.ok(served.indexOf('live owner 0') <= 2, served.slice(0, 5).join());
    assert.equal(served.length, 51);
    // The control: if all were of one network, the last would come last.
    const alike = serve(one, [...flood, job('live', 'flood', 50)]);
    assert.equal(alike.indexOf('live flood 50'), 50);
  });

  it('among kinds: a flood of test networks delays live and operators by one job each', () => {
    const flood = Array.from({ length: 50 }, (_, i) => job('test', `network ${i}`));
    const served = serve(one, [...flood, job('live', 'owner'), job('operator', 'office')]);
    assert.ok(served.indexOf('live owner 0') <= 3, served.slice(0, 5).join());
    assert.ok(served.indexOf('operator office 0') <= 3, served.slice(0, 5).join());
    assert.equal(served.length, 52, 'test is served all the same');
    const alike = serve(one, [...flood, job('test', 'owner')]);
    assert.equal(alike.indexOf('test owner 0'), 50, 'the control: in the same line it comes last');
  });

  it('within one network, in the order of arrival', () => {
    const jobs = [0, 1, 2, 3].map((n) => job('live', 'owner', n));
    assert.deepEqual(serve(one, jobs), names(jobs));
  });

  it('and one place is reserved for live and operators', () => {
    const turns = createHashTurns<Job>({ parallel: 2, parallelTest: 1, waiting: 64 });
    const enter = (one: Job) => turns.enter(one, one).outcome;
    assert.equal(enter(job('test', 'a')), 'begins');
    assert.equal(enter(job('test', 'b')), 'waits');
    assert.equal(enter(job('live', 'c')), 'begins');
    assert.equal(enter(job('live', 'd')), 'waits', 'at most one for each core');
    assert.deepEqual(names(turns.leave(job('live', 'c'))), ['live d 0']);
    assert.deepEqual(names(turns.leave(job('test', 'a'))), ['test b 0']);
    const open = createHashTurns<Job>({ parallel: 2, parallelTest: 2, waiting: 64 });
    for (const network of ['a', 'b']) open.enter(job('test', network), job('test', network));
    assert.equal(open.enter(job('live', 'c'), job('live', 'c')).outcome, 'waits', 'the control: no place is kept');
  });
});

describe('a full queue', () => {
  const limits: TurnLimits = { parallel: 1, parallelTest: 1, waiting: 4 };
  const fill = (networks: readonly string[]) => {
    const turns = createHashTurns<Job>(limits);
    const jobs = ['running', ...networks].map((network, n) => job('live', network, n));
    for (const one of jobs) turns.enter(one, one);
    return { turns, jobs };
  };
  const newcomer = job('live', 'owner');

  it('turns away the newest job of the network that fills it', () => {
    const { turns, jobs } = fill(['flood', 'flood', 'flood', 'other']);
    assert.deepEqual(turns.enter(newcomer, newcomer), { outcome: 'turned_away', job: jobs[3] });
    const again = job('live', 'flood', 9);
    assert.deepEqual(turns.enter(again, again), { outcome: 'turned_away', job: again });
  });

  it('is full for a new network when every network has one job', () => {
    const { turns } = fill(['a', 'b', 'c', 'd']);
    assert.deepEqual(turns.enter(newcomer, newcomer), { outcome: 'full' });
    const test = job('test', 'a');
    assert.equal(turns.enter(test, test).outcome, 'waits', 'another kind has a line of its own');
  });

  it('has room again after a waiting job is dropped, and that job never runs', () => {
    const { turns, jobs } = fill(['a', 'b', 'c', 'd']);
    assert.equal(turns.drop(jobs[1]!, jobs[1]!), true);
    assert.equal(turns.drop(jobs[1]!, jobs[1]!), false);
    assert.equal(turns.drop(jobs[0]!, jobs[0]!), false, 'it runs');
    assert.equal(turns.enter(newcomer, newcomer).outcome, 'waits');
    assert.deepEqual(names(turns.leave(jobs[0]!)), [jobs[2]!.name]);
  });
});
