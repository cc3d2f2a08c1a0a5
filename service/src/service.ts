import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { renderOpenapi } from '../../contract/src/openapi.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { createKeyAuthenticator } from './access/authenticate-key.ts';
import { createTokenAuthenticator } from './access/authenticate-token.ts';
import { watchKeyUse } from './access/key-use.ts';
import { createRepresent } from './access/represent.ts';
import { openSessions } from './access/sessions.ts';
import { createHandlers } from './app.ts';
import { startBackground } from './background.ts';
import { type Config, unusualDecimals } from './config.ts';
import { registerDashboard } from './dashboard/serve.ts';
import type { Database } from './db/database.ts';
import { listen } from './db/listen.ts';
import { watchClock } from './db/watch-clock.ts';
import { registerDocs } from './docs/reference.ts';
import { createFeed, offerFeed } from './events/feed.ts';
import { createAddressLimiter } from './http/address-limit.ts';
import { createMetrics } from './http/metrics.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { createSessionCookies } from './http/session-cookies.ts';
import { openMessages } from './messages/open.ts';
import { createPasswords } from './people/passwords.ts';
import type { People } from './people/people.ts';
import { createSending } from './people/send.ts';
import { metricsToTell } from './processes/metrics.ts';
import { watchRails } from './rails/calls.ts';
import type { Rails } from './rails/rail.ts';
import { sandboxRail } from './rails/sandbox.ts';
import { walletRail } from './rails/wallet.ts';
import { openRequestLog } from './request-log/record.ts';
import type { Secrets } from './secrets.ts';
import { openDocuments } from './storage/open.ts';
import { openSigningKeys } from './tokens/signing-keys.ts';
import { createTokens } from './tokens/tokens.ts';
import { watchWaiting } from './waiting.ts';
import { createOpener } from './webhooks/secret.ts';
import { openSender } from './webhooks/send.ts';
import { announceWakes, WAKE_CHANNEL } from './workers/announce.ts';

export type ServiceOptions = {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Database;
  /** For the connection that listens to other nodes. */
  readonly connectionString: string;
  readonly log: Logger;
};

export type Service = {
  readonly app: FastifyInstance;
  /** Finishes what is under way, then lets go of everything but the database. */
  stop(): Promise<void>;
};

const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** Puts the parts together on a migrated database: the server, which does not listen yet, and the workers. */
export function createService(options: ServiceOptions): Service {
  const { config, secrets, db, connectionString, log } = options;
  const metrics = createMetrics(db.pool);
  watchWaiting(db, metrics.registry);
  const tellMetrics = metricsToTell(metrics.registry);
  const onError = (error: unknown, requestId: string, asked?: { method: string; route: string }) =>
    log.error({ err: error, request_id: requestId, ...asked }, 'an operation failed');
  const watched = watchRails(db, { sandbox: sandboxRail(db), wallet: walletRail() }, (error) =>
    log.error({ err: error }, 'what was asked of rails was not counted'),
  );
  const rails: Rails = watched.rails;
  // Loopback and http are for a sandbox on a developer's machine; a deployment with live money has neither, in either mode.
  const webhookPolicy = {
    allowLoopback: !config.LIVE,
    allowedCidrs: config.WEBHOOK_ALLOW_CIDRS,
    proxy: config.WEBHOOK_PROXY,
  };
  const senders = { test: openSender({ policy: webhookPolicy }), live: openSender({ policy: webhookPolicy }) };
  const attempts = { senders, openSecret: createOpener(secrets.encryptionKey), headerPrefix: config.HEADER_PREFIX };
  const outbox = openMessages(config, log, (channel, outcome) => metrics.messages.inc({ channel, outcome }));
  const keyUse = watchKeyUse(db, (error) => log.error({ err: error }, 'the last use of keys was not written'));
  const keys = createKeyAuthenticator(db, { pepper: secrets.pepper, live: config.LIVE, onUse: keyUse.note });
  const sessions = openSessions(db);
  const signingKeys = openSigningKeys(db, secrets.encryptionKey);
  // Where no public URL is set the port may change between two starts, and tokens outlive that.
  const tokens = createTokens(signingKeys, config.PUBLIC_URL || 'rialto');
  const people: People = {
    db,
    secrets,
    tokens,
    passwords: createPasswords({ memoryMib: config.PASSWORD_MEMORY, passes: config.PASSWORD_PASSES }),
    ...createSending({ outbox, brand: config.BRAND, docBase: config.docBase }),
    registrations: { countries: config.REGISTRATION_COUNTRIES, mostPerHour: config.REGISTRATIONS_PER_HOUR },
    brand: config.BRAND,
    live: config.LIVE,
    defaultCurrency: [...config.CURRENCIES.keys()][0]!,
    log,
  };
  const documents = openDocuments(config, secrets);
  const announcer = announceWakes(db);
  const feed = createFeed(db, (error) => log.error({ err: error }, 'the streams of events could not be read'));
  offerFeed(db, feed);
  const channels = {
    rialto_keys: (id: string) => {
      keys.forget(id);
      feed.recheck(id);
    },
    rialto_sessions: (id: string) => {
      sessions.forget(id);
      feed.recheck(id);
    },
    [WAKE_CHANNEL]: announcer.hear,
  };
  const listener = listen(connectionString, channels, () => {
    keys.forget();
    sessions.forget();
    feed.recheck();
    announcer.heardNothing();
  });

  const requestLog = config.REQUEST_LOG
    ? openRequestLog(db, {
        onOutcome: (outcome, count) => metrics.requestLog.inc({ outcome }, count),
        onError: (error) => log.error({ err: error }, 'the request log was not written'),
      })
    : null;

  const app = createServer({
    handlers:
      config.ROLE === 'worker'
        ? null
        : createHandlers({ db, config, secrets, rails, webhookPolicy, attempts, people, documents, feed, onError }),
    authenticate: createAuthenticate(keys, createTokenAuthenticator({ tokens, sessions, live: config.LIVE })),
    represent: createRepresent(db, { live: config.LIVE, headerPrefix: config.HEADER_PREFIX }),
    cookies: createSessionCookies({ publicUrl: config.PUBLIC_URL, headerPrefix: config.HEADER_PREFIX }),
    rateLimiter: createRateLimiter(
      config.RATE_LIMIT ? { live: config.RATE_LIMIT_LIVE, test: config.RATE_LIMIT_TEST } : null,
    ),
    addressLimiter: createAddressLimiter(config.RATE_LIMIT),
    trustedProxies: config.TRUSTED_PROXIES,
    currencies: config.CURRENCIES,
    docBase: config.docBase,
    log,
    metrics,
    requestLog,
  });
  registerDocs(app, { openapi: () => renderOpenapi({ version, headerPrefix: config.HEADER_PREFIX }) });
  if (config.ROLE !== 'worker') {
    const currencies = Object.fromEntries([...config.CURRENCIES].map(([code, { exponent }]) => [code, exponent]));
    const { HEADER_PREFIX: prefix, BRAND: brand, LIVE: live } = config;
    registerDashboard(app, { prefix, brand, live, currencies, decimals: unusualDecimals() });
  }
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=60')
      .type('application/json')
      .send(JSON.stringify(await signingKeys.jwks())),
  );
  registerProbes(app, db, { type: metrics.registry.contentType, tell: tellMetrics }, config.LEAVE_SECONDS);

  const background =
    config.ROLE === 'api'
      ? null
      : startBackground({ db, rails, attempts, documents, telling: { outbox, brand: config.BRAND }, metrics, log });
  const leaveClock = watchClock(db, (aheadMs) =>
    log.error(
      { ahead_ms: aheadMs },
      "this machine's clock is not the database's: tokens, expiries and signatures go by it",
    ),
  );
  let stopping: Promise<void> | null = null;
  return {
    app,
    stop: () => {
      stopping ??= (async () => {
        feed.stop();
        await app.close();
        announcer.stop();
        leaveClock();
        await Promise.all([background?.stop(), listener.close(), outbox.stop(), keyUse.stop(), requestLog?.stop()]);
        await watched.stop();
        await Promise.all([senders.test.close(), senders.live.close()]);
      })();
      return stopping;
    },
  };
}

/** Of a database that says nothing a load balancer hears within this time; the connection itself is given up after 45 s. */
const READY_MS = 5_000;

function registerProbes(
  app: FastifyInstance,
  db: Database,
  metrics: { type: string; tell(): Promise<string> },
  leaveSeconds: number,
): void {
  let leaving = false;
  // The server still listens: what a load balancer sends until it has looked here again is answered.
  app.addHook('preClose', async () => {
    leaving = true;
    await sleep(leaveSeconds * 1_000);
  });
  const late = () => sleep(READY_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('too late')));
  const ping = { name: 'ping', text: `SELECT current_setting('transaction_read_only') = 'off' AS writes` };
  app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"status":"ok"}'));
  app.get('/readyz', async (_request, reply) => {
    if (leaving) return reply.code(503).type('application/json').send('{"status":"the node is stopping"}');
    try {
      const [server] = await Promise.race([db.query<{ writes: boolean }>(ping), late()]);
      if (!server!.writes) return reply.code(503).type('application/json').send('{"status":"the database only reads"}');
      return reply.type('application/json').send('{"status":"ready"}');
    } catch {
      return reply.code(503).type('application/json').send('{"status":"the database cannot be reached"}');
    }
  });
  app.get('/metrics', async (_request, reply) => {
    try {
      return reply.type(metrics.type).send(await metrics.tell());
    } catch (error) {
      return reply
        .code(503)
        .type('text/plain')
        .send((error as Error).message);
    }
  });
}
