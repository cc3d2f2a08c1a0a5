import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { scopes } from '../../../contract/src/route.ts';
import { createKey } from '../access/create-key.ts';
import { revokeKey } from '../access/revoke-key.ts';
import { connectOperator } from '../boot/connect.ts';
import { demoCustomer, makeDemoMerchant } from '../boot/demo-merchant.ts';
import { type Config, readConfig } from '../config/config.ts';
import { findSecretKeys } from '../config/secret-key.ts';
import { StartupError } from '../config/startup-error.ts';
import { readBooked } from '../floats/store.ts';
import { selectWorld, type WorldRow } from '../integrations/store.ts';
import { callbackBaseOf } from '../rails/rail-addresses.ts';
import { openSecrets } from '../secrets/open.ts';
import { secretKeysOf } from '../secrets/secret-keys.ts';
import { dismissOperators, hireOperators } from './operators.ts';
import { runStory, type Stage } from './story.ts';

/** Runs the demo against the service of these settings, or against one that it starts and stops. */
export async function runDemo(): Promise<void> {
  const config = readConfig(process.env);
  const base = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  const stop = (await answers(base)) ? null : await startService(config, base);
  try {
    await withKey(config, (made) =>
      runStory({ ...made, base, customer: demoCustomer.phone, headerPrefix: config.HEADER_PREFIX }),
    );
  } finally {
    await stop?.();
  }
}

async function answers(base: string): Promise<boolean> {
  try {
    return (await fetch(`${base}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function startService(config: Config, base: string): Promise<() => Promise<void>> {
  process.stdout.write(`No service answers at ${base}. One is started for the demo.\n`);
  const child = spawn(process.execPath, [new URL('../main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Counterparts are on this machine, so their callbacks reach the local address.
    env: { ...process.env, LOG_LEVEL: 'warn', CALLBACK_URL: callbackBaseOf(config) ?? base },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for (let tries = 0; tries < 150; tries++) {
    if (child.exitCode !== null) throw new StartupError(`the service did not start on port ${config.PORT}`);
    if (await answers(base)) return stop;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new StartupError('the service did not become ready within 15 s');
}

/** Makes a key of the integration `demo` and four operators; afterwards revokes it and suspends them. */
async function withKey(
  config: Config,
  act: (made: Pick<Stage, 'key' | 'operators' | 'booked'>) => Promise<void>,
): Promise<void> {
  const { db, close } = await connectOperator(config);
  try {
    const secrets = await openSecrets(db, secretKeysOf(findSecretKeys(config)));
    await makeDemoMerchant(db, config, secrets);
    const [world] = await db.query<WorldRow>(selectWorld, ['demo', false]);
    const { id, key } = await createKey(db, { world: world!.world, livemode: false, scopes }, secrets.pepper);
    // A live deployment gets no demo operators.
    const operators = config.LIVE ? [] : await hireOperators(db, config);
    try {
      const booked: Stage['booked'] = (slug, currency) => readBooked(db, { slug, livemode: false, currency });
      await act({ key, operators, booked });
    } finally {
      await dismissOperators(db, operators);
      await revokeKey(db, id);
    }
  } finally {
    await close();
  }
}
