import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import pg from 'pg';
import { bothWorlds } from '../../service/test/support/flows.ts';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { type Attacker, fillTransfers, fillWallet, payOnce } from './strangers-attackers.ts';
import { type Measured, openVictim } from './strangers-victim.ts';

/** Requests of each kind of request, in each phase. */
const SAMPLES = Number(process.env.SAMPLES ?? 500);
const PHASES = Number(process.env.PHASES ?? 3);
const TRANSFERS = Number(process.env.TRANSFERS ?? 1_500_000);
/** The stream's own bound; the other figures are compared with the quiet phases. */
const STREAM_MS = 500;

const serve = async (at: TestService, env: Record<string, string>) => {
  const program = new URL('./strangers-service.ts', import.meta.url).pathname;
  const child = fork(program, [JSON.stringify({ env, url: at.url })]);
  const [base] = (await once(child, 'message')) as [string];
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { base, stop };
};

/** @returns a function that ends it and returns the answers by status */
const startAttack = (base: string, attackers: readonly Attacker[]) => {
  const program = new URL('./strangers-attack.ts', import.meta.url).pathname;
  const child = fork(program, [JSON.stringify({ base, attackers })]);
  return async (): Promise<[number, number][]> => {
    const answers = once(child, 'message');
    child.send('stop');
    return (await answers)[0];
  };
};

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;

/** The samples of all phases together, by kind. */
const merge = (phases: readonly Measured[]) =>
  new Map([...phases[0]!.samples.keys()].map((kind) => [kind, phases.flatMap(({ samples }) => samples.get(kind)!)]));

async function makeAttackers(at: TestService, live: boolean): Promise<Attacker[]> {
  const attackers: Attacker[] = [];
  for (let i = 0; i < 4; i++) {
    const shop = await at.merchant();
    await shop.wallet('XOF', 1_000_000_000n);
    await fillWallet(at, shop);
    attackers.push({ key: shop.key, livemode: false, payment: await payOnce(shop) });
  }
  const shop = await at.merchant();
  const { key } = await shop.newKey({ livemode: live });
  const call = async (body: object) =>
    (await at.request('POST', '/api/v1/wallets', { key, body })).body as { id: string };
  const wallets = [(await call({ currency: 'XOF' })).id, (await call({ currency: 'XOF' })).id];
  const { rows } = await at.db.pool.query(
    'SELECT w.id FROM worlds w JOIN integrations i ON i.id = w.integration_id WHERE i.id = $1 AND w.livemode = $2',
    [shop.integrationId, live],
  );
  await fillTransfers(at, rows[0].id, wallets, TRANSFERS);
  const text = `UPDATE balances SET posted = 1000000000 WHERE wallet_id = $1`;
  await at.db.pool.query(text, [wallets[0]]);
  attackers.push({ key, livemode: live });
  return attackers;
}

async function vacuum(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('VACUUM ANALYZE');
  await owner.end();
}

/** Each tenant has its own network. */
const machine = { PASSWORD_MEMORY: '64', PASSWORD_PASSES: '3', TRUSTED_PROXIES: '127.0.0.0/8' };
const deployments = { 'a live merchant': bothWorlds, 'a test merchant of a sandbox': { LIVE: 'off' } };

for (const [victim, settings] of Object.entries(deployments)) {
  it(`four test tenants and one more at their worst do not slow ${victim}`, { timeout: 3_600_000 }, async (t) => {
    const env = { ...settings, RATE_LIMIT: 'on', PAYOUT_APPROVAL_ABOVE: 'XOF:1', ...machine };
    const at = await startTestService({ ...env, RATE_LIMIT: 'off', ROLE: 'api' });
    const livemode = settings.LIVE === 'on';
    const { base, stop } = await serve(at, env);
    const attackers = await makeAttackers(at, livemode);
    await vacuum(at.url);
    const merchant = await openVictim(at, base, livemode);
    const quiet: Measured[] = [];
    const disturbed: Measured[] = [];
    const answers = new Map<number, number>();
    try {
      await merchant.measure(Math.min(SAMPLES, 20));
      for (let phase = 0; phase < PHASES; phase++) {
        quiet.push(await merchant.measure(SAMPLES));
        const stopAttack = startAttack(base, attackers);
        disturbed.push(await merchant.measure(SAMPLES));
        for (const [status, count] of await stopAttack()) answers.set(status, (answers.get(status) ?? 0) + count);
      }
    } finally {
      await merchant.close();
      await stop();
      await at.stop();
    }
    t.diagnostic(
      `answers to the attackers: ${[...answers].map(([status, count]) => `${status} × ${count}`).join(', ')}`,
    );
    const [before, beside] = [merge(quiet), merge(disturbed)];
    const slow: string[] = [];
    for (const [kind, times] of before) {
      const [a, b] = [quantile(times, 0.99), quantile(beside.get(kind)!, 0.99)];
      const median = [quantile(times, 0.5), quantile(beside.get(kind)!, 0.5)].map((ms) => ms.toFixed(1));
      t.diagnostic(
        `${kind}: p50 ${median.join(' → ')}, p99 ${a.toFixed(1)} → ${b.toFixed(1)} ms, × ${(b / a).toFixed(2)}`,
      );
      if (b > (kind === 'event stream' ? STREAM_MS : Math.max(2 * a, a + 100))) slow.push(kind);
    }
    const faults = [...quiet, ...disturbed].flatMap((measured) => measured.faults);
    assert.deepEqual([...new Set(faults.map((fault) => fault.slice(0, 200)))].slice(0, 20), []);
    assert.deepEqual(slow, []);
    assert.ok((answers.get(429) ?? 0) > 0, 'the attackers meet their limits');
  });
}
