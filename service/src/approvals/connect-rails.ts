import type { addRail as addRoute, requestRailApproval, rotateRail } from '../../../contract/src/rail-settings.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { Accepted } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { addRail } from '../rail-settings/add.ts';
import type { RailDeployment } from '../rail-settings/check-draft.ts';
import { findRail } from '../rail-settings/find.ts';
import { toDraft } from '../rail-settings/read-input.ts';
import { setRailConnection, unapproved } from '../rail-settings/set-connection.ts';
import type { RailRecord } from '../rail-settings/store.ts';
import { renderRail } from '../rail-settings/view.ts';
import { findUnfit } from './find-unfit.ts';
import { requestOne } from './request.ts';

type Answers = Promise<(string | Refusal | Accepted)[]>;

/** Adds rails. The connection of a live rail waits for a second operator. */
export function addRails(tx: Tx, commands: Command<InputOf<typeof addRoute>>[], deployment: RailDeployment): Answers {
  return connectEach(
    tx,
    commands,
    ({ input }) => input.livemode,
    (command) => addRail(tx, toDraft(command.input), actorOf(command), deployment),
  );
}

/** Changes credentials and base URLs. Those of a live rail wait for a second operator. */
export function rotateRails(
  tx: Tx,
  commands: Command<InputOf<typeof rotateRail>>[],
  deployment: RailDeployment,
): Answers {
  return connectEach(
    tx,
    commands,
    async ({ input }) => isLive(await findRail(tx, input.slug)),
    (command) => {
      const { slug, credentials, base_url: baseUrl } = command.input;
      const change = { credentials, ...(baseUrl === undefined ? {} : { baseUrl }) };
      return setRailConnection(tx, slug, change, actorOf(command), deployment);
    },
  );
}

/** Requests the approval of connections that an admin command added or changed. */
export async function requestRailApprovals(
  tx: Tx,
  commands: Command<InputOf<typeof requestRailApproval>>[],
): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal)[] = [];
  for (const command of commands) {
    const row = await findRail(tx, command.input.slug);
    answers.push(row instanceof Refusal ? row : (unfit(command) ?? (await requestFor(tx, command, row))));
  }
  return answers;
}

const isLive = (row: RailRecord | Refusal): boolean => !(row instanceof Refusal) && row.livemode;

type WithReason = { readonly reason: string };

/** Both operators need an authenticator, so an unfit one is refused before anything is written. */
async function connectEach<Input extends WithReason>(
  tx: Tx,
  commands: Command<Input>[],
  isForLive: (command: Command<Input>) => boolean | Promise<boolean>,
  connect: (command: Command<Input>) => Promise<RailRecord | Refusal>,
): Answers {
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal | Accepted)[] = [];
  for (const command of commands) {
    const refusal = (await isForLive(command)) ? unfit(command) : null;
    const row = refusal ?? (await connect(command));
    if (row instanceof Refusal || !row.livemode) {
      answers.push(row instanceof Refusal ? row : renderRail(row));
      continue;
    }
    const asked = await requestFor(tx, command, row);
    answers.push(asked instanceof Refusal ? asked : { accepted: asked });
  }
  return answers;
}

async function requestFor(tx: Tx, command: Command<WithReason>, row: RailRecord): Promise<string | Refusal> {
  const connection = unapproved(row);
  if (!connection) return new Refusal('rail_approved');
  const { baseUrl, fingerprint } = connection;
  const payload = { rail: row.slug, provider: row.provider, base_url: baseUrl, fingerprint };
  return requestOne(tx, command, { kind: 'rail', payload, reference: null, reason: command.input.reason });
}
