import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { recordActs } from '../audit/record.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { currentOf } from '../kernel/data-key.ts';
import { findHeldHashes, type HeldHashes } from '../secrets/hashes.ts';
import { findOlderRows, resealRows } from '../secrets/reseal.ts';
import { areDocumentsSealed, checkSealed, findWaitingKeys, hasOlder, retireKeys } from '../secrets/retire.ts';
import { HEAD_START_SECONDS, rotateSecrets } from '../secrets/rotate.ts';
import { names, type Secrets } from '../secrets/secrets.ts';
import { openDocuments } from '../storage/open.ts';
import { resealDocuments } from '../storage/reseal-documents.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';
import { revokeUnused } from './retire-secrets.ts';

/** A write that began under the older key has ended by then. */
const GRACE_MS = 30_000;

export function addSecretCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('SECRET_KEY and the data keys that it seals (docs/rotation.md)');
  secrets
    .command('list')
    .description('list the data keys and the fingerprints of the SECRET_KEYs that open them; no key is printed')
    .action(() => asOperator(list));
  secrets
    .command('rotate')
    .description('seal the data keys under SECRET_KEY too, while nodes accept it and SECRET_KEY_OLD')
    .option('--data-keys', 'also begin new data keys, and seal every row and document again; run it again to continue')
    .action(({ dataKeys = false }: { dataKeys?: boolean }) => asOperator((operator) => rotate(operator, dataKeys)));
  secrets
    .command('retire')
    .description('end SECRET_KEY_OLD; refused with a list while something needs it')
    .option('--revoke-unused', 'revoke the API keys, recovery codes and invitations that were not used since')
    .action(({ revokeUnused = false }: { revokeUnused?: boolean }) =>
      asOperator((operator) => retire(operator, revokeUnused)),
    );
}

const selectList: Statement = {
  name: 'data_keys_list',
  text: `
    SELECT k.purpose, k.generation, k.derived, k.created_at AS created, k.used_from,
           array_agg(s.secret ORDER BY s.created_at) AS secrets
    FROM data_keys k LEFT JOIN data_key_seals s USING (purpose, generation)
    GROUP BY k.purpose, k.generation ORDER BY k.purpose, k.generation`,
};

async function list({ db, secrets, secretKeys }: Operator): Promise<void> {
  await secrets();
  const rows = await db.query<{ derived: boolean; secrets: string[] }>(selectList);
  printTable(
    rows.map(({ derived, secrets, ...row }) => ({
      ...row,
      derived: derived ? 'yes' : 'no',
      opened_by: secrets.join(' '),
    })),
  );
  const [now, ...olds] = secretKeys();
  print(`SECRET_KEY is ${now.fingerprint}`);
  for (const { fingerprint } of olds) print(`SECRET_KEY_OLD is ${fingerprint}`);
}

async function rotate(operator: Operator, dataKeys: boolean): Promise<void> {
  const { db, secrets, secretKeys } = operator;
  await secrets();
  const keys = secretKeys();
  const { seals, begun } = await transaction(db, async (tx) => {
    const rotation = await rotateSecrets(tx, keys, { dataKeys });
    if (rotation.seals > 0 || rotation.begun.length > 0) {
      const after = { ...rotation, secrets: keys.map(({ fingerprint }) => fingerprint) };
      await recordActs(tx, [{ ...whoActs(), action: 'secrets.rotated', target: keys[0].fingerprint, after }]);
    }
    return rotation;
  });
  print(
    seals > 0 ? `SECRET_KEY now opens all data keys (${seals} sealed).` : 'SECRET_KEY already opens all data keys.',
  );
  if (begun.length > 0) print(`New keys, used in ${HEAD_START_SECONDS} s: ${begun.join(', ')}.`);
  if (dataKeys) await reseal(operator);
  if (seals > 0)
    print('Restart the nodes with this SECRET_KEY one by one, then run `npm run admin -- secrets retire`.');
}

async function reseal({ db, config, secrets }: Operator): Promise<void> {
  const opened = await secrets();
  const rotated = rotatedKeys(opened);
  const waitMs = Math.max(...rotated.map(({ generations }) => generations[0]!.usedFrom)) + GRACE_MS - performance.now();
  if (waitMs > 0) {
    print(`Waiting ${Math.ceil(waitMs / 1000)} s until every node uses the new keys.`);
    await sleep(waitMs);
  }
  const rows = await resealRows(db, opened);
  const documents = hasOlder(opened.documentKey)
    ? await resealDocuments(db, openDocuments(config, opened), opened.documentKey)
    : 0;
  print(`Sealed again: ${rows} rows, ${documents} documents.`);
}

const rotatedKeys = (secrets: Secrets) => names.map((name) => secrets[name]).filter(hasOlder);

async function retire(operator: Operator, isRevoking: boolean): Promise<void> {
  const { db, secrets, secretKeys } = operator;
  const opened = await secrets();
  const [current] = secretKeys();
  await checkSealed(db, current);
  const waiting = findWaitingKeys(opened);
  if (waiting.length > 0)
    throw new StartupError(
      `the new keys are not used yet: ${waiting.join(', ')}. Try again in ${HEAD_START_SECONDS} s`,
    );
  await refuseUnsealed(operator, opened);
  const generation = currentOf(opened.pepper).number;
  if (!isRevoking) refuseHeld(await findHeldHashes(db, generation));
  const { retired, revoked } = await transaction(db, async (tx) => {
    const revoked = isRevoking ? await revokeUnused(tx, generation, whoActs()) : 0;
    const retired = await retireKeys(tx, opened, current);
    if (retired.secrets.length > 0 || retired.keys.length > 0)
      await recordActs(tx, [{ ...whoActs(), action: 'secrets.retired', target: current.fingerprint, after: retired }]);
    return { retired, revoked };
  });
  if (revoked > 0) print(`Revoked: ${revoked}.`);
  print(
    retired.secrets.length > 0 ? `Retired: SECRET_KEY ${retired.secrets.join(', ')}.` : 'No older SECRET_KEY is left.',
  );
  if (retired.keys.length > 0) print(`Deleted data keys: ${retired.keys.join(', ')}.`);
  if (retired.kept.length > 0)
    print(`Kept for 7 days, for stored answers: ${retired.kept.join(', ')}. Run this again then.`);
  if (retired.secrets.length > 0)
    print('Remove SECRET_KEY_OLD from the settings. Backups made before need the old SECRET_KEY.');
  if (retired.derived.length > 0)
    print(
      `An earlier version derived these keys from SECRET_KEY: ${retired.derived.join(', ')}. ` +
        'If an older SECRET_KEY leaked, run `npm run admin -- secrets rotate --data-keys`.',
    );
}

/** @throws StartupError if rows or documents are sealed under an older key */
async function refuseUnsealed({ db }: Operator, secrets: Secrets): Promise<void> {
  const rows = await findOlderRows(db, secrets);
  const found = rows.map(({ column, rows }) => `${rows} of ${column}`);
  if (!(await areDocumentsSealed(db, secrets))) found.push('documents');
  if (found.length > 0)
    throw new StartupError(
      `an older data key still seals ${found.join(', ')}. ` +
        'Run `npm run admin -- secrets rotate --data-keys`, which continues',
    );
}

function refuseHeld({ keys, recovery, invitations, challenges }: HeldHashes): void {
  if (keys.length + recovery + invitations + challenges === 0) return;
  const found = keys.map(
    ({ merchant, name, livemode, keys, last_used_at }) =>
      `${keys} ${livemode ? 'live' : 'test'} API keys of ${merchant} (${name}), ` +
      `last used ${last_used_at?.toISOString() ?? 'never'}`,
  );
  if (recovery > 0) found.push(`recovery codes of ${recovery} accounts`);
  if (invitations > 0) found.push(`${invitations} open invitations`);
  if (challenges > 0) found.push(`${challenges} one-time codes, which end within five minutes`);
  throw new StartupError(
    `only the old pepper accepts these, because they were not used since the rotation: ${found.join('; ')}. ` +
      'Wait for their next use, or revoke them with --revoke-unused',
  );
}
