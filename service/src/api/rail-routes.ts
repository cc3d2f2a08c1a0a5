import { rights } from '../../../contract/src/operators.ts';
import { routes } from '../../../contract/src/routes.ts';
import { addRails, requestRailApprovals, rotateRails } from '../approvals/connect-rails.ts';
import type { Access, Handlers } from '../http/handler.ts';
import type { Command } from '../kernel/command.ts';
import { type DataKey, hmacUnder } from '../kernel/data-key.ts';
import { serialOnly, withDeps } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { pauseRails, removeRails, resumeRails, updateRails } from '../rail-settings/change.ts';
import type { RailDeployment } from '../rail-settings/check-draft.ts';
import { findRail } from '../rail-settings/find.ts';
import { listProviders, listRailSettings, readRailSettings } from '../rail-settings/read.ts';
import { testConnection } from '../rail-settings/test-connection.ts';
import type { BuildOptions } from '../rails/build-rail.ts';

export type RailOptions = {
  readonly deployment: RailDeployment;
  readonly build: Omit<BuildOptions, 'db'>;
};

/** The routes with which operators configure rails. */
export function createRailHandlers({ db, idempotent, unlessAnswered }: Access, options: RailOptions) {
  const { deployment, build } = options;
  const add = idempotent(routes.addRail, withDeps(addRails, deployment), serialOnly);
  const rotate = idempotent(routes.rotateRail, withDeps(rotateRails, deployment), serialOnly);
  const answerTest = idempotent(routes.testRail, async (_tx, commands: Command<{ tested: string }>[]) =>
    commands.map(({ input }) => input.tested),
  );
  return {
    listRailSettings: (_caller, _query, url) => listRailSettings(db, url),
    listProviders: async (_caller, _query, url) => listProviders(deployment.providers, url),
    getRailSettings: ({ person }, query) => {
      const mayConfigure = person?.role && (rights.rails as readonly string[]).includes(person.role);
      return readRailSettings(db, query, mayConfigure ? build.callbackUrlOf : () => null);
    },
    addRail: (command) => add(keyed(command, deployment.railKey)),
    rotateRail: (command) => rotate(keyed(command, deployment.railKey)),
    updateRailSettings: idempotent(routes.updateRailSettings, updateRails, serialOnly),
    requestRailApproval: idempotent(routes.requestRailApproval, requestRailApprovals, serialOnly),
    pauseRail: idempotent(routes.pauseRail, pauseRails, serialOnly),
    resumeRail: idempotent(routes.resumeRail, resumeRails, serialOnly),
    removeRail: idempotent(routes.removeRail, removeRails, serialOnly),
    testRail: async (command) => {
      const tested = await unlessAnswered(command, async () => {
        const row = await findRail(db, command.input.slug);
        if (row instanceof Refusal) throw row;
        return JSON.stringify(await testConnection(row, build));
      });
      return answerTest({ ...command, input: { tested: tested ?? '' } });
    },
  } satisfies Partial<Handlers>;
}

/** The fingerprint of a body with credentials is stored, so a key keeps others from trying out short secrets. */
function keyed<Input>(command: Command<Input>, key: DataKey): Command<Input> {
  const { idempotency } = command;
  if (!idempotency) return command;
  const fingerprint = hmacUnder(key).update(idempotency.fingerprint).digest();
  return { ...command, idempotency: { ...idempotency, fingerprint } };
}
