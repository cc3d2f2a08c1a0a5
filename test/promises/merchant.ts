import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { scopes } from '../../contract/src/route.ts';
import { createKey } from '../../service/src/access/create-key.ts';
import { loadSecrets } from '../../service/src/config/secrets.ts';
import { openDatabase } from '../../service/src/db/database.ts';
import { createIntegration } from '../../service/src/integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../../service/src/integrations/store.ts';
import { createMerchant } from '../../service/src/merchants/create-merchant.ts';
import { type DeployedDatabase, SECRET_KEY } from './deployment.ts';

/** A merchant with a key, created with the operators' commands. */
export async function makeKey(database: DeployedDatabase): Promise<string> {
  const db = openDatabase(database.url(), { max: 1 });
  try {
    const merchantId = await createMerchant(db, 'The bank');
    await createIntegration(db, { merchantId, name: 'bank' });
    const [world] = await db.query<WorldRow>(selectWorld, ['bank', false]);
    const { pepper } = loadSecrets({ SECRET_KEY, DATA_DIR: '' });
    return (await createKey(db, { world: world!.world, livemode: false, scopes }, pepper)).key;
  } finally {
    await db.close();
  }
}

export type Receiver = {
  readonly url: string;
  /** By event: the bodies that came, and whether one was answered with 200. */
  readonly got: ReadonlyMap<string, { readonly bodies: Set<string>; accepted: boolean }>;
  close(): void;
};

/** Refuses some of the first attempts, so that deliveries are retried all the time. */
export async function startReceiver(random: () => number): Promise<Receiver> {
  const got = new Map<string, { bodies: Set<string>; accepted: boolean }>();
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    // The sender was killed halfway.
    if (body === null) return;
    const event = String(request.headers['webhook-id']);
    const first = Number(request.headers['service-delivery-attempt']) < 3;
    const known = got.get(event) ?? { bodies: new Set(), accepted: false };
    got.set(event, known);
    known.bodies.add(body);
    if (first && random() < 0.1) return void response.writeHead(500).end();
    known.accepted = true;
    response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
