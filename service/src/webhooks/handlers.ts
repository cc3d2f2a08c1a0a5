import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { type Cover, serialOnly, withDeps } from '../kernel/operation.ts';
import type { AttemptOptions } from './attempt.ts';
import { convertUrl } from './convert-url.ts';
import { createWebhooks } from './create.ts';
import { deleteWebhooks } from './delete.ts';
import type { Policy } from './guard.ts';
import { listDeliveries, listOwnReplays, listOwnWebhooks, readDelivery, readReplay, readWebhook } from './read.ts';
import { listHealth } from './read-health.ts';
import { listInboxEvents, openInboxes } from './read-inbox.ts';
import { listDeliveriesOfEvent } from './read-of-event.ts';
import { createReplays } from './replay.ts';
import { resendDeliveries } from './resend.ts';
import { rollSecrets } from './roll-secret.ts';
import { createTests, sendTest } from './send-test.ts';
import { updateWebhooks } from './update.ts';

type WebhookRoutes =
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rollWebhookSecret'
  | 'testWebhook'
  | 'listWebhookDeliveries'
  | 'getDelivery'
  | 'resendDelivery'
  | 'replayWebhook'
  | 'listReplays'
  | 'getReplay'
  | 'listWebhookHealth'
  | 'listEventDeliveries'
  | 'openInbox'
  | 'listInbox';

type WebhookDeps = {
  readonly encryptionKey: DataKey;
  readonly headerPrefix: string;
  readonly policy: Policy;
  readonly attempts: AttemptOptions;
  /** Seals stored answers that contain an endpoint's secret. */
  readonly cover: Cover;
  /** The most endpoints of a test world; undefined without quotas. */
  readonly mostInTest: number | undefined;
};

/** The routes of webhook endpoints, their deliveries and replays. */
export function createWebhookHandlers(
  { db, idempotent, list }: Access,
  { encryptionKey, headerPrefix, policy, attempts, cover, mostInTest }: WebhookDeps,
): Pick<Handlers, WebhookRoutes> {
  const sealing = { encryptionKey, headerPrefix };
  const create = idempotent(routes.createWebhook, withDeps(createWebhooks, sealing, mostInTest), { cover });
  const update = idempotent(routes.updateWebhook, withDeps(updateWebhooks, sealing), serialOnly);
  const test = idempotent(routes.testWebhook, createTests);
  return {
    createWebhook: async (command) => {
      const url = await convertUrl(command.input.url, policy);
      return create({ ...command, input: { ...command.input, ...url } });
    },
    listWebhooks: list(listOwnWebhooks),
    getWebhook: (caller, query) => readWebhook(db, caller, query),
    updateWebhook: async (command) => {
      const { url } = command.input;
      const converted = url === undefined ? { urlFault: null } : await convertUrl(url, policy);
      return update({ ...command, input: { ...command.input, ...converted } });
    },
    deleteWebhook: idempotent(routes.deleteWebhook, deleteWebhooks, serialOnly),
    rollWebhookSecret: idempotent(routes.rollWebhookSecret, withDeps(rollSecrets, encryptionKey), {
      ...serialOnly,
      cover,
    }),
    testWebhook: async (command) => {
      const answer = await test(command);
      if (answer.refusal || answer.status >= 300) return answer;
      return { ...answer, body: await sendTest(db, command.caller.world, answer.body, attempts) };
    },
    listWebhookDeliveries: list(listDeliveries),
    getDelivery: (caller, query) => readDelivery(db, caller, query),
    resendDelivery: idempotent(routes.resendDelivery, resendDeliveries, serialOnly),
    replayWebhook: idempotent(routes.replayWebhook, createReplays),
    listReplays: list(listOwnReplays),
    getReplay: (caller, query) => readReplay(db, caller, query),
    listWebhookHealth: list(listHealth),
    listEventDeliveries: list(listDeliveriesOfEvent),
    openInbox: idempotent(routes.openInbox, withDeps(openInboxes, encryptionKey)),
    listInbox: list(listInboxEvents),
  };
}
