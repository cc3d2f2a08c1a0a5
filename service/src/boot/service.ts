import { isAbsolute } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createActOnIntegration } from '../access/act-on-integration.ts';
import { createAuthenticate } from '../access/authenticate.ts';
import { createKeyAuthenticator } from '../access/authenticate-key.ts';
import { createTokenAuthenticator } from '../access/authenticate-token.ts';
import { watchKeyUse } from '../access/key-use.ts';
import { openOrigins } from '../access/origins.ts';
import { openSessions } from '../access/sessions.ts';
import { openSigningKeys } from '../access/tokens/signing-keys.ts';
import { createTokens } from '../access/tokens/tokens.ts';
import { openPeople } from '../accounts/open.ts';
import type { AppOptions } from '../api/options.ts';
import { createHandlers } from '../api/routes.ts';
import { openCallbacks } from '../callbacks/open.ts';
import { openCheckout } from '../checkout/open.ts';
import { openDocumentKeys } from '../closes/document-keys.ts';
import { build, userAgentOf } from '../config/build.ts';
import { type Config, currencyRule } from '../config/config.ts';
import { isLocalOnly } from '../config/local-only.ts';
import type { Database } from '../db/database.ts';
import { watchClock } from '../db/watch-clock.ts';
import { createFeed } from '../events/feed.ts';
import { createAddressLimiter } from '../http/connection/address-limit.ts';
import { openFailureLines } from '../http/failure-lines.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { registerProbes } from '../http/probes.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createServer } from '../http/server.ts';
import { createSessionCookies } from '../http/session-cookies.ts';
import { openMessageQueue } from '../messages/enqueue.ts';
import { openMessages } from '../messages/open.ts';
import { peopleSettings } from '../people/journals-of.ts';
import { openRails } from '../rail-settings/open-rails.ts';
import { watchRailStates } from '../rail-settings/watch-states.ts';
import type { BuildOptions } from '../rails/build-rail.ts';
import { watchRails } from '../rails/calls.ts';
import { createLookUps } from '../rails/look-up.ts';
import type { Provider } from '../rails/provider.ts';
import { providers as allProviders } from '../rails/providers.ts';
import type { Rails } from '../rails/rail.ts';
import { callbackBaseOf, railAddresses } from '../rails/rail-addresses.ts';
import { sandboxRail } from '../rails/sandbox.ts';
import { walletRail } from '../rails/wallet.ts';
import { openRequestLog } from '../request-log/record.ts';
import { directoryWitness, urlWitness } from '../seal/witness.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { watchSecrets } from '../secrets/watch.ts';
import { openDocuments } from '../storage/open.ts';
import { countLoad } from '../tenancy/count-load.ts';
import { logQuota } from '../tenancy/quotas/log-quota.ts';
import { openQuotas } from '../tenancy/quotas/open.ts';
import { openThrottles } from '../tenancy/throttles.ts';
import type { Tracing } from '../tracing/span.ts';
import { createOpener } from '../webhooks/secret.ts';
import { openSender } from '../webhooks/send.ts';
import { announceWakes } from '../workers/announce.ts';
import { createGiveWay } from '../workers/give-way.ts';
import type { Worker } from '../workers/worker.ts';
import { startBackground } from './background.ts';
import { listenToNodes } from './listen-to-nodes.ts';
import { metricsSender } from './processes-metrics.ts';
import { registerPages } from './register-pages.ts';
import { registerPayerPages } from './register-payer-pages.ts';
import { type WatchedFigures, watchFigures } from './watch-figures.ts';
import { openReplicaOf } from './watch-replica.ts';

export type ServiceOptions = {
  readonly config: Config;
  readonly secrets: Secrets;
  /** Open the data keys, when these change. */
  readonly secretKeys: SecretKeys;
  readonly db: Database;
  /** For the connection that listens to other nodes. */
  readonly connectionString: string;
  readonly log: Logger;
  /** Default: every provider of this version. */
  readonly providers?: Readonly<Record<string, Provider>>;
  /** For tests: rails beside the sandbox and the wallet rail. */
  readonly rails?: Rails;
  /** For tests: how often the figures of the database are read for /metrics. */
  readonly figuresEveryMs?: number;
  /** Undefined if traces are off. */
  readonly tracing?: Tracing | undefined;
};

export type Service = {
  readonly app: FastifyInstance;
  /** Finishes work in progress, then releases everything but the database. */
  stop(): Promise<void>;
};

/** Builds the service on a migrated database: the server, which does not listen yet, and the workers. */
export function createService(options: ServiceOptions): Service {
  const { config, db, log } = options;
  db.node.tracing = options.tracing;
  db.node.splitDebtMax = config.SPLIT_DEBT_MAX;
  const parts = openParts(options);
  const app = createApp(options, parts);
  registerPages(app, config, { ...parts, db, log });
  if (config.ROLE !== 'worker') parts.callbacks.register(app);
  registerProbes(app, {
    db,
    build,
    replica: () => parts.replica?.state ?? null,
    metrics: { type: parts.metrics.registry.contentType, tell: parts.sendMetrics },
    shutdownDelaySeconds: config.SHUTDOWN_DELAY_SECONDS,
  });

  const background = config.ROLE === 'api' ? null : startWork(options, parts);
  const leaveClock = watchClock(db, (aheadMs) =>
    log.error(
      { ahead_ms: aheadMs },
      "this machine's clock differs from the database's clock; tokens, expiries and signatures depend on it",
    ),
  );
  const stop = async () => {
    parts.feed.stop();
    await app.close();
    parts.announcer.stop();
    parts.throttles.stop();
    parts.secretsWatch.stop();
    leaveClock();
    parts.figures.stop();
    await Promise.all([
      background?.stop(),
      parts.listener.close(),
      parts.outbox.stop(),
      parts.keyUse.stop(),
      parts.load.stop(),
      parts.requestLog?.stop(),
      parts.quotas?.meter.stop(),
      parts.callbacks.stop(),
    ]);
    await parts.registry.stop();
    await parts.replica?.close();
    await parts.watched.stop();
    await Promise.all([parts.attempts.senders.test.close(), parts.attempts.senders.live.close()]);
    await options.tracing?.stop();
  };
  let stopping: Promise<void> | null = null;
  return {
    app,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

type Parts = ReturnType<typeof openParts>;

/** The parts that the server and the workers share, in the order in which each part needs the earlier ones. */
function openParts(options: ServiceOptions) {
  const { config, secrets, db, connectionString, log } = options;
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const metrics = createMetrics(db.pool, build);
  const figures = watchFigures(options, metrics.registry);
  const replica = openReplicaOf(options, metrics.registry);
  const sendMetrics = metricsSender(metrics.registry);
  const railParts = openRailParts(options, metrics, figures);
  const { webhookPolicy, attempts } = openWebhooks(options);
  const messages = openMessages(config, log, (channel, outcome) => metrics.messages.inc({ channel, outcome }));
  const { outbox } = messages;
  const queue = openMessageQueue(secrets.encryptionKey);
  const keyUse = watchKeyUse(db, failed('the last use of keys could not be written'));
  const keys = createKeyAuthenticator(db, {
    ...{ pepper: secrets.pepper, live: config.LIVE, onUse: keyUse.note },
    onError: failed('the hash of a key could not be moved to the new pepper'),
  });
  const sessions = openSessions(db);
  const signingKeys = openSigningKeys(db, secrets.encryptionKey);
  const documentKeys = openDocumentKeys(db, secrets.encryptionKey);
  // Without a public URL the port may change between two starts, and tokens stay valid longer than that.
  const tokens = createTokens(signingKeys, config.PUBLIC_URL || 'rialto');
  const people = openPeople({ db, config, secrets, tokens, outbox, queue, log });
  const documents = openDocuments(config, secrets);
  const announcer = announceWakes(db);
  const feed = createFeed(db, failed('the streams of events could not be read'));
  db.node.feed = feed;
  const load = countLoad(db, failed('the load of tenants could not be counted'));
  const throttles = openThrottles(db, failed('the throttles of tenants could not be read'));
  const secretsWatch = watchSecrets(db, secrets, options.secretKeys, failed('the data keys could not be loaded'));
  const listener = listenToNodes(connectionString, {
    ...{ keys, sessions, feed, announcer, throttles, registry: railParts.registry, secretsWatch },
  });
  const quotas = openQuotas(config, db, failed('the use of test worlds could not be counted'));
  const { watched, lookUps } = railParts;
  const checkout = openCheckout({ db, config, secrets, rails: watched.rails, lookUps, quotas });
  const requestLog = config.REQUEST_LOG
    ? openRequestLog(db, {
        onOutcome: (outcome, count) => metrics.requestLog.inc({ outcome }, count),
        onError: failed('the request log could not be written'),
        quota: quotas ? logQuota(quotas) : undefined,
      })
    : null;
  return {
    metrics,
    sendMetrics,
    failures: openFailureLines(log),
    figures,
    replica,
    ...railParts,
    webhookPolicy,
    attempts,
    outbox,
    messages,
    queue,
    keyUse,
    keys,
    sessions,
    signingKeys,
    documentKeys,
    tokens,
    people,
    documents,
    announcer,
    feed,
    load,
    throttles,
    secretsWatch,
    listener,
    quotas,
    checkout,
    requestLog,
  };
}

/** The rails of the database, and others that a test brings. */
function besideOthers(own: Rails, others: Rails): Rails {
  const isOther = (name: string) => others.names().includes(name);
  const ownerOf = (name: string) => (isOther(name) ? others : own);
  return {
    get: (name) => ownerOf(name).get(name),
    row: (name) => ownerOf(name).row(name),
    names: () => [...own.names(), ...others.names()],
    heldBack: (name) => ownerOf(name).heldBack(name),
    room: (name, open) => ownerOf(name).room(name, open),
  };
}

/** The rails of this deployment, and their callbacks. */
function openRailParts(options: ServiceOptions, metrics: Metrics, { noteCertificate }: WatchedFigures) {
  const { config, secrets, db, log } = options;
  const railBuild = { ...buildOptionsOf(options), onConnect: noteCertificate };
  const builtIn = { sandbox: sandboxRail(db), wallet: walletRail() };
  const registry = openRails({ ...railBuild, db, builtIn, log });
  watchRailStates(registry, metrics.registry);
  const rails = options.rails ? besideOthers(registry, options.rails) : registry;
  const watched = watchRails(db, rails, (error) => log.error({ err: error }, 'calls to rails could not be counted'), {
    onCall: (rail, operation, outcome, seconds) => metrics.railCalls.observe({ rail, operation, outcome }, seconds),
  });
  const callbacks = openCallbacks({
    ...{ db, log, registry: metrics.registry, rails: watched.rails, key: secrets.callbackKey },
    base: callbackBaseOf(config),
    docBase: config.docBase,
    dataDir: config.DATA_DIR,
    figuresEveryMs: options.figuresEveryMs,
  });
  const lookUps = createLookUps(watched.rails);
  return { railBuild, registry, watched, callbacks, lookUps };
}

function createApp(options: ServiceOptions, parts: Parts): FastifyInstance {
  const { config, secrets, db, log } = options;
  const { watched, webhookPolicy, attempts, people, documents, feed, quotas, load, documentKeys, queue } = parts;
  const { keys, tokens, sessions, throttles, metrics, requestLog } = parts;
  const onError: AppOptions['onError'] = (error, requestId, asked) =>
    parts.failures.write(error, { request_id: requestId, ...asked }, 'an operation failed');

  const deployment = { ...parts.railBuild, railKey: parts.railBuild.key, currencies: config.CURRENCIES };
  const handlers =
    config.ROLE === 'worker'
      ? null
      : createHandlers({
          ...{ db, config, secrets, rails: watched.rails, lookUps: parts.lookUps, webhookPolicy, attempts, people },
          railOptions: { build: parts.railBuild, deployment },
          ...{ documents, feed, documentKeys, queue, quotas, load, onError },
        });
  const app = createServer({
    failures: parts.failures,
    handlers,
    authenticate: createAuthenticate(keys, createTokenAuthenticator({ tokens, sessions, live: config.LIVE })),
    actOnIntegration: createActOnIntegration(db, { live: config.LIVE, headerPrefix: config.HEADER_PREFIX }),
    cookies: createSessionCookies({
      publicUrl: config.PUBLIC_URL,
      headerPrefix: config.HEADER_PREFIX,
      devices: people.devices,
    }),
    rateLimiter: createRateLimiter(
      config.RATE_LIMIT ? { live: config.RATE_LIMIT_LIVE, test: config.RATE_LIMIT_TEST } : null,
    ),
    live: config.LIVE,
    crossOrigin: {
      origins: openOrigins(db),
      publicUrl: config.PUBLIC_URL,
      headerPrefix: config.HEADER_PREFIX,
    },
    tenants: { take: throttles.take, count: load.count },
    addressLimiter: createAddressLimiter(config.RATE_LIMIT),
    trustedProxies: config.TRUSTED_PROXIES,
    currencies: config.CURRENCIES,
    docBase: config.docBase,
    ...{ log, metrics, requestLog, tracing: options.tracing },
  });
  const { checkout } = parts;
  if (handlers) registerPayerPages(app, { config, secrets, log, people, rails: watched.rails, checkout, handlers });
  return app;
}

function startWork({ config, secrets, db, log }: ServiceOptions, parts: Parts): Worker {
  const { watched, callbacks, lookUps, attempts, documents, metrics, load, queue } = parts;
  return startBackground({
    ...{ db, rails: watched.rails, contextOf: callbacks.contextOf, attempts, documents, metrics, log },
    returnUrl: `${config.docBase}/returned`,
    codeKey: secrets.encryptionKey,
    lookUps,
    exponentOf: (currency) => config.CURRENCIES.get(currency)?.exponent ?? 0,
    giveWay: createGiveWay(load.sharedWith),
    telling: { queue, brand: config.BRAND },
    messages: parts.messages,
    receipts: { base: config.docBase, key: secrets.encryptionKey },
    messageKey: secrets.encryptionKey,
    exportsPage: `${config.docBase}/dashboard/exports`,
    dashboard: `${config.docBase}/dashboard`,
    live: config.LIVE,
    payouts: {
      pendingSeconds: config.PAYOUT_PENDING_SECONDS,
      approvalAbove: config.PAYOUT_APPROVAL_ABOVE,
      personDayMax: new Map([...config.PAYOUT_APPROVAL_ABOVE, ...config.PAYOUT_PERSON_DAY_MAX]),
    },
    statements: { root: config.STATEMENTS_DIR, key: secrets.railKey },
    ...{ unknownMs: config.UNKNOWN_CASE_HOURS * 3_600_000, idleDays: config.TEST_IDLE_DAYS },
    eventDays: Math.max(config.TEST_EVENTS_DAYS, config.TEST_IDLE_DAYS),
    people: peopleSettings(config, secrets.identityKey),
    seal: { everyMs: config.SEAL_SECONDS * 1_000, witness: openWitness(config, attempts) },
  });
}

/** Where heads of the sealed ledger are kept outside the database. */
function openWitness(
  { SEAL_WITNESS: where, SEAL_WITNESS_SECRET: secret, SEAL_WITNESS_MINUTES: minutes }: Config,
  { senders, headerPrefix, userAgent }: AppOptions['attempts'],
) {
  if (where === '') return null;
  const to = isAbsolute(where)
    ? directoryWitness(where)
    : urlWitness({ url: where, secret, sender: senders.live, headerPrefix, userAgent });
  return { to, everyMs: minutes * 60_000 };
}

/** How this deployment connects rails. */
function buildOptionsOf({ config, secrets, providers = allProviders }: ServiceOptions): Omit<BuildOptions, 'db'> {
  const exponentOf = (currency: string) => currencyRule(currency)?.exponent ?? 2;
  const callbackUrlOf = railAddresses(config, secrets.callbackKey);
  return { key: secrets.railKey, providers, live: config.LIVE, exponentOf, callbackUrlOf };
}

function openWebhooks({ config, secrets, tracing }: ServiceOptions): Pick<AppOptions, 'webhookPolicy' | 'attempts'> {
  // Loopback and http are allowed only in a sandbox that no other machine can reach. Elsewhere a stranger's endpoint
  // could reach internal addresses.
  const webhookPolicy = {
    allowLoopback: !config.LIVE && isLocalOnly(config),
    allowedCidrs: config.WEBHOOK_ALLOW_CIDRS,
    proxy: config.WEBHOOK_PROXY,
  };
  const senders = { test: openSender({ policy: webhookPolicy }), live: openSender({ policy: webhookPolicy }) };
  const attempts = {
    senders,
    userAgent: userAgentOf(config.HEADER_PREFIX, build),
    openSecret: createOpener(secrets.encryptionKey),
    ...{ headerPrefix: config.HEADER_PREFIX, tracing },
  };
  return { webhookPolicy, attempts };
}
