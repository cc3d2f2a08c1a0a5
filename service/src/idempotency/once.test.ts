import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { randomFrom } from '../../test/support/kill.ts';
import { startProxy } from '../../test/support/proxy.ts';
import { command, makeCaller, perform } from '../../test/support/world.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import type { Answer, BatchOperation } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkLedger } from '../ledger/check.ts';
import { createTransfers, loadTransfers } from '../transfers/create.ts';
import type { TransferInput } from '../transfers/decide.ts';
import { createWallets } from '../wallets/create.ts';
import { fundWallets } from '../wallets/fund.ts';

const KEYS = Number(process.env.KEYS ?? 500);
const DUPLICATES = 5;
const NODES = 4;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let database: TestDatabase;
let db: Database;
let caller: Caller;
let from: string;
let to: string;

const input = (amount: number, more: Partial<TransferInput> = {}): TransferInput => ({
  from,
  to,
  amount,
  currency: 'XOF',
  ...more,
});
const codeOf = ({ status, body }: Answer) => (status < 300 ? status : `${status} ${JSON.parse(body).error.code}`);
const count = async (description: string) => {
  const text = 'SELECT count(*)::int AS count FROM transfers WHERE description = $1';
  return (await db.query<{ count: number }>({ name: 'count_transfers', text }, [description]))[0]!.count;
};
const fund = (wallet: string, amount: number) =>
  transaction(db, (tx) => fundWallets(tx, [{ wallet, amount: BigInt(amount), source: newId('req') }]));

/** Transfers, with the size of each batch. */
function watched(on = db, operation: BatchOperation<TransferInput> = (tx, commands) => createTransfers(tx, commands)) {
  const batches: number[] = [];
  const errors: unknown[] = [];
  const watch: typeof operation = (tx, commands) => {
    batches.push(commands.length);
    return operation(tx, commands);
  };
  return { send: perform(on, watch, { onError: (error) => errors.push(error) }), batches, errors };
}

describe(`once (SEED=${seed})`, () => {
  before(async () => {
    database = await cloneDatabase();
    db = openDatabase(database.url, { max: 8, role: 'rialto_service' });
    caller = await makeCaller(db);
    const open = command(caller, { currency: 'XOF' });
    const wallets = await transaction(db, (tx) => createWallets(tx, [open, open]));
    [from, to] = wallets.map((wallet) => JSON.parse(wallet as string).id) as [string, string];
    await fund(from, 1_000_000);
  });
  after(async () => {
    assert.deepEqual(await checkLedger(db), []);
    await db.close();
    await database.drop();
  });

  it('answers each command of a batch separately: a refused one does not affect the others', async () => {
    const { send, batches } = watched();
    const inputs = [input(5), input(999_999_999), input(5, { to: newId('wal') }), input(5, { to: from }), input(5)];
    const answers = await Promise.all(inputs.map((one) => send(command(caller, one, newId('req')))));
    assert.deepEqual(answers.map(codeOf), [
      201,
      '402 insufficient_funds',
      '422 recipient_not_found',
      '422 same_wallet',
      201,
    ]);
    assert.deepEqual(batches, [5], 'all in one transaction');
  });

  /** Violates a CHECK of the database for a transfer with that description, as a defect of the service would. */
  const poisoned: BatchOperation<TransferInput> = async (tx, commands) => {
    const results = await createTransfers(tx, commands);
    if (commands.some((one) => one.input.description === 'poison')) {
      tx.query({ name: 'poison', text: 'UPDATE balances SET posted = -1 WHERE wallet_id = $1' }, [from]);
    }
    return results;
  };

  it('retries the commands of a batch alone if the database refuses it: all but the culprit succeed, once', async () => {
    const { send, batches, errors } = watched(db, poisoned);
    const run = newId('req');
    const names = [`${run} a`, 'poison', `${run} b`, `${run} c`];
    const answers = await Promise.all(
      names.map((description) => send(command(caller, input(1, { description }), newId('req')))),
    );
    assert.deepEqual(answers.map(codeOf), [201, '500 internal_error', 201, 201]);
    assert.deepEqual(await Promise.all(names.map(count)), [1, 0, 1, 1]);
    assert.deepEqual(batches, [4, 1, 1, 1, 1]);
    assert.equal(errors.length, 1, 'the culprit is told of, once');
  });

  it('control: without the retry the whole batch fails', async () => {
    const names = ['neighbour', 'poison'];
    const batch = names.map((description) => command(caller, input(1, { description })));
    await assert.rejects(
      transaction(db, (tx) => poisoned(tx, batch)),
      { code: '23514' },
    );
    assert.equal(await count('neighbour'), 0);
  });

  it('retries the commands of a batch alone if the operation throws: only the culprit gets a 500', async () => {
    const { send, errors } = watched(db, async (tx, commands) => {
      if (commands.some(({ input: { description } }) => description === 'breaks')) throw new TypeError('a defect');
      return createTransfers(tx, commands);
    });
    const answers = await Promise.all(
      [input(1), input(1, { description: 'breaks' }), input(1)].map((one) => send(command(caller, one))),
    );
    assert.deepEqual(answers.map(codeOf), [201, '500 internal_error', 201]);
    assert.equal(errors.length, 1);
  });

  it('rolls back if the operation throws a refusal, which then answers only the command that causes it', async () => {
    const { send, errors } = watched(db, async (tx, commands) => {
      const results = await createTransfers(tx, commands);
      if (commands.some((one) => one.input.amount === 13)) throw new Refusal('challenge_expired');
      return results;
    });
    const amounts = [1, 13, 2];
    const answers = await Promise.all(
      amounts.map((amount) => send(command(caller, input(amount, { description: 'thrown' })))),
    );
    assert.deepEqual(answers.map(codeOf), [201, '410 challenge_expired', 201]);
    assert.equal(await count('thrown'), 2);
    assert.deepEqual(errors, []);
  });

  it('answers a key again with the same bytes, and refuses another body', async () => {
    const { send } = watched();
    const key = newId('req');
    const first = await send(command(caller, input(3), key));
    const again = await send(command(caller, input(3), key));
    assert.deepEqual([again.status, again.body, again.replayed], [first.status, first.body, true]);
    assert.equal(codeOf(await send(command(caller, input(4), key))), '422 idempotency_key_reused');
    const other = await makeCaller(db);
    assert.equal(
      codeOf(await send(command(other, input(3), key))),
      '404 not_found',
      "another world's key is another key",
    );
  });

  it('keeps a decided refusal, and lets other requests be tried again', async () => {
    const { send } = watched();
    const poor = JSON.parse(
      (await transaction(db, (tx) => createWallets(tx, [command(caller, { currency: 'XOF' })])))[0] as string,
    ).id;
    const short = command(caller, input(8, { from: poor, to: from }), newId('req'));
    const unknown = command(caller, input(8, { from: newId('wal') }), newId('req'));
    const before = [await send(short), await send(unknown)];
    await fund(poor, 8);
    const again = [await send(short), await send(unknown)];
    assert.deepEqual([...before, ...again].map(codeOf), [
      '402 insufficient_funds',
      '404 not_found',
      '402 insufficient_funds',
      '404 not_found',
    ]);
    assert.deepEqual(
      [...before, ...again].map((answer) => answer.replayed),
      [false, false, true, false],
    );
  });

  it('has one effect for duplicates in one batch; a first that is not stored leaves the key to the next', async () => {
    const { send } = watched();
    const [key, other, description] = [newId('req'), newId('req'), newId('req')];
    const same = command(caller, input(2, { description }), key);
    const [a, b, reused] = await Promise.all([
      send(same),
      send({ ...same, requestId: newId('req') }),
      send(command(caller, input(9), key)),
    ]);
    assert.deepEqual([a.replayed, b.replayed, b.body === a.body], [false, true, true]);
    assert.equal(codeOf(reused), '422 idempotency_key_reused');
    assert.equal(await count(description), 1);

    const lost = command(caller, input(2, { from: newId('wal') }), other);
    const answers = await Promise.all([send(lost), send(command(caller, input(2), other))]);
    assert.deepEqual(answers.map(codeOf), ['404 not_found', 201]);
  });

  for (const when of ['before', 'after'] as const) {
    it(`reports no success if the connection breaks just ${when} COMMIT; the key then has one effect`, async () => {
      const proxy = await startProxy(database.url);
      const wire = openDatabase(proxy.url, { max: 2, role: 'rialto_service' });
      const run = newId('req');
      const commands = [1, 2, 3].map((n) => command(caller, input(n, { description: `${run} ${n}` }), `${run} ${n}`));
      try {
        proxy.cutNextCommit(when);
        const { send } = watched(wire);
        const answers = await Promise.all(commands.map(send));
        assert.deepEqual(answers.map(codeOf), Array(3).fill('503 service_unavailable'));
        const happened = when === 'after' ? 1 : 0;
        const counts = () => Promise.all([1, 2, 3].map((n) => count(`${run} ${n}`)));
        assert.deepEqual(await counts(), Array(3).fill(happened));
        const settled = await Promise.all(commands.map(send));
        assert.deepEqual(
          settled.map((one) => [one.status, one.replayed]),
          Array(3).fill([201, when === 'after']),
        );
        assert.deepEqual(await counts(), [1, 1, 1]);
      } finally {
        await wire.close();
        await proxy.close();
      }
    });
  }

  it(`gives ${KEYS} keys × ${DUPLICATES} at once on ${NODES} nodes, with kills in between, one effect and one answer each`, async (t) => {
    const { effects, bodies, uncertain } = await duplicate(true);
    t.diagnostic(`${uncertain} answers were 5xx or 409, and asked for again`);
    assert.deepEqual([...new Set(effects)], [1]);
    assert.deepEqual([...new Set(bodies.map((set) => set.size))], [1]);
    assert.ok(uncertain > 0, 'the kills were felt');
  });

  it('control: without keys every duplicate has an effect, and the test sees it', async () => {
    const { effects } = await duplicate(false);
    assert.ok(effects.every((effect) => effect >= DUPLICATES));
  });

  /**
   * Sends every transfer five times over several nodes while connections are killed, until each copy has its answer.
   */
  async function duplicate(keyed: boolean) {
    const nodes = Array.from({ length: NODES }, () => openDatabase(database.url, { max: 3, role: 'rialto_service' }));
    const owner = openDatabase(database.url, { max: 1 });
    const sends = nodes.map((node) =>
      perform(node, createTransfers, { load: loadTransfers, onError: () => {}, maxBatch: 50 }),
    );
    const random = randomFrom(seed);
    const run = newId('req');
    let uncertain = 0;
    const settle = async (one: Command<TransferInput>): Promise<string> => {
      for (;;) {
        const answer = await sends[Math.floor(random() * NODES)]!(one);
        if (answer.status === 201) return answer.body;
        assert.ok(answer.status >= 500 || codeOf(answer) === '409 idempotency_in_progress', answer.body);
        uncertain++;
      }
    };
    const names = Array.from({ length: KEYS }, (_, n) => `${run} ${n}`);
    let done = false;
    const killing = kill(owner, () => done);
    const bodies = await Promise.all(
      names.map(async (name) => {
        const copy = () => settle(command(caller, input(1, { description: name }), keyed ? name : undefined));
        return new Set(await Promise.all(Array.from({ length: DUPLICATES }, copy)));
      }),
    );
    done = true;
    await killing;
    const text = 'SELECT count(*)::int AS count FROM transfers WHERE starts_with(description, $1) GROUP BY description';
    const effects = await owner.query<{ count: number }>({ name: 'effects', text }, [run]);
    assert.equal(effects.length, KEYS);
    await Promise.all([...nodes, owner].map((one) => one.close()));
    return { effects: effects.map((row) => row.count), bodies, uncertain };
  }
});

/** Repeatedly ends connections of this database that are in a transaction. */
async function kill(owner: Database, isDone: () => boolean): Promise<void> {
  const text = `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY random() LIMIT 1`;
  while (!isDone()) {
    await owner.query({ name: 'kill', text });
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
