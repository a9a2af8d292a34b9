/**
 * Starts a process of any role. This file and the files in app/ connect the areas with plain function calls, because
 * areas never import each other. Parts that a role does not need are not created.
 */
import { recordAudit } from './account/audit-store.ts';
import { getOrganisation } from './account/organisation-store.ts';
import { withAgents } from './agents/agent-backend.ts';
import { planUcpCleanUp, UCP_JOBS } from './agents/ucp/clean-up.ts';
import { withUcp } from './agents/ucp/ucp-backend.ts';
import { openAddresses } from './app/app-addresses.ts';
import { backendPages, interfacePages } from './app/app-pages.ts';
import { type AppOptions, type AppParts, openParts, operatorTimeZone } from './app/app-parts.ts';
import { billingParts } from './app/billing-parts.ts';
import { mailBalanceLow, startMailJobs } from './app/mail/start-mail-jobs.ts';
import { hotelMappingJobs, suppliedDescriptions } from './app/mapping-parts.ts';
import { metricsPage } from './app/metrics-page.ts';
import { maxLagMs } from './app/replica-parts.ts';
import { type FirstStart, serveOperators } from './app/serve-operators.ts';
import { traceBackend, traceListener, traceSender } from './app/trace-parts.ts';
import { ucpPages, ucpProfilePages, ucpQuotes } from './app/ucp-parts.ts';
import { voucherSources } from './app/voucher-sources.ts';
import { watchFigures } from './app/watch-figures.ts';
import { beforeServing, followMain, mainCounters, mainIndex } from './app/workers/follow-main.ts';
import { rowsDroppedByWorkers, startWorkers } from './app/workers/start-workers.ts';
import type { WorkerFleet } from './app/workers/worker-fleet.ts';
import { TOPICS, WORKER_CALLS } from './app/workers/worker-links.ts';
import { accountJobs } from './billing/ledger/account-events.ts';
import { balance } from './billing/operations/balance.ts';
import { planReports, reportJobs } from './billing/reports/follow-bookings.ts';
import { scheduleJobs, startPlanningSchedule } from './billing/schedule/run-schedule.ts';
import { listConfirmedBookings } from './booking/bookings/booking-store.ts';
import { changeFeedHorizon } from './booking/bookings/change-feed-store.ts';
import { openBookingOperations, startBookingJobs } from './booking/open-booking.ts';
import { startRecovery } from './booking/recovery/start-recovery.ts';
import { checkExposure } from './check-exposure.ts';
import { startPublishingHotelChanges } from './content/change-events/publish-hotel-changes.ts';
import { type Content, openContent } from './content/content.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import type { Forward } from './gateway/forward/forward.ts';
import { forwardInProcess } from './gateway/forward/forward.ts';
import { forwardOverHttp } from './gateway/forward/forward-over-http.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { listPublicKeys } from './gateway/token/signing-key-store.ts';
import { makeDataFolder } from './make-data-folder.ts';
import { startPlanningSyncs } from './mapping/sync/sync-jobs.ts';
import { limitCost } from './platform/admission/cost-limit.ts';
import { listen } from './platform/database/listen.ts';
import { type DrainLimits, isWildcard } from './platform/http/open-address.ts';
import { type Backend, createBackend } from './platform/operations/backend.ts';
import { backendListener } from './platform/operations/backend-listener.ts';
import { Readiness } from './platform/readiness.ts';
import { createSeal, deriveKey } from './platform/secrets/seal.ts';
import { Stops } from './platform/stops.ts';
import { KeySet } from './platform/token/key-set.ts';
import { TokenVerifier } from './platform/token/token-verifier.ts';
import { checkRole, runsBackend, runsGateway, runsJobs, threadsOf } from './process-role.ts';
import type { Settings } from './settings-table.ts';
import type { StartedDatabase } from './start-database.ts';
import { VERSION } from './version.ts';
import { insertLimitNotices } from './webhooks/notices/limit-notices-store.ts';
import { createSender } from './webhooks/sending/sender.ts';
import { startWebhookJobs } from './webhooks/start-webhook-jobs.ts';

export interface App {
  /** Undefined if the role has no such address. */
  interfaceUrl: string | undefined;
  dashboardUrl: string | undefined;
  backendUrl: string | undefined;
  firstStart: FirstStart | undefined;
  isReady(): boolean;
  /** The metrics of this thread. */
  renderMetrics(): string;
  /** The other threads that serve the API. Undefined if there are none. */
  workers: WorkerFleet | undefined;
  /** Lets current requests finish, then stops everything in order. May be called more than once. */
  stop(): Promise<void>;
}

export async function startApp(options: AppOptions): Promise<App> {
  checkRole(options.role, options.settings);
  checkExposure(options.settings);
  ucpPages(options.settings);
  const readiness = new Readiness();
  let isStarted = false;
  readiness.add('start', () => (isStarted ? undefined : 'the process is starting'));
  const addresses = await openAddresses({ ...options, readiness });
  const stops = new Stops(options.log);
  const { seedWork } = options;
  if (seedWork) stops.add('place seed', () => seedWork.stop());
  const stopping = new AbortController();
  let workers: WorkerFleet | undefined;

  async function stop(limits: DrainLimits): Promise<void> {
    readiness.stop();
    stopping.abort();
    // Workers use the database and the counters of this thread, so they stop first.
    await Promise.all([addresses.drain(limits), workers?.stop()]);
    await stops.run();
  }
  try {
    await makeDataFolder(options.settings.SERAI_DATA_DIR);
    const parts = await openParts(options, { addresses, readiness, stops, stopping: stopping.signal });
    const gateway = runsGateway(options.role) ? await startGateway(parts) : undefined;
    const backend = runsBackend(options.role) ? await openBackend(parts, gateway) : undefined;
    const isMain = options.worker === undefined;
    if (isMain && runsJobs(options.role)) await startJobs(parts);
    const forward = gateway && serveInterface(parts, gateway, backend?.backend);
    const firstStart =
      isMain && gateway && forward ? await serveOperators(parts, gateway, forward) : undefined;
    isStarted = true;
    options.onStarted?.();
    if (options.worker) await beforeServing(parts, options.worker);
    await addresses.interface?.accept();
    if (gateway && backend) {
      workers = startWorkers(parts, { gateway, content: backend.content });
      parts.workers.current = workers;
    }
    return {
      interfaceUrl: addresses.interface?.url,
      dashboardUrl: addresses.dashboard?.url,
      backendUrl: addresses.backend?.url,
      firstStart,
      isReady: () => readiness.isReady(),
      renderMetrics: () => parts.metrics.render(),
      workers,
      stop: () =>
        stop({
          delayMs: options.settings.SERAI_SHUTDOWN_DELAY_SECONDS * 1000,
          maxMs: options.settings.SERAI_SHUTDOWN_SECONDS * 1000,
        }),
    };
  } catch (error) {
    await stop({ delayMs: 0, maxMs: 0 });
    throw explainStartFailure(error, options.settings);
  }
}

async function startGateway(parts: AppParts): Promise<Gateway> {
  const { settings, role, worker, database, heartbeat, broadcast, readiness, stops } = parts;
  const threads = threadsOf(settings, role);
  const gateway = createGateway({
    operations: parts.routes,
    mcpOrigins: settings.SERAI_MCP_ORIGINS,
    pool: database.pool,
    db: database.pool.asService(
      'The gateway counts and logs requests of all partners, and signs tokens for them.',
    ),
    keyDb: database.keyPool.asService('The API key of a request determines its partner.'),
    limiter: {
      redisUrl: settings.REDIS_URL,
      failure: settings.LIMITER_FAILURE,
      liveGateways: () => heartbeat.liveGateways() * threads || undefined,
      isShared: threads > 1,
      main: worker && mainCounters(worker),
    },
    seal: createSeal(parts.masterKey),
    cursorKey: parts.cursorKey,
    records: recordSettings(settings, database.kind, threads),
    trustedProxies: parts.trustedProxies,
    maxKeys: settings.SERAI_KEY_CACHE,
    keyStaleMs: settings.SERAI_KEY_STALE_SECONDS * 1000,
    recordAudit,
    maxKeyLifetimeDays: async (db, id) => (await getOrganisation(db, id)).maxKeyLifetimeDays,
    tellLimits: notices => insertLimitNotices(database.pool, notices),
    listConfirmed: listConfirmedBookings,
    admission: parts.overload.admission,
    bodies: parts.bodies,
    rowsDroppedElsewhere: () => rowsDroppedByWorkers(parts),
    metrics: parts.metrics,
    clock: parts.clock,
    log: parts.log,
  });
  worker?.channel.handle(WORKER_CALLS.droppedRows, () => gateway.records.state().droppedRows);
  stops.add('gateway', () => gateway.stop());
  await gateway.start();
  broadcast?.on(TOPICS.keysChanged, () => gateway.keyEpoch.wake());
  if (database.canListen && worker === undefined) {
    const listening = listen(database.address, 'serai_key_epoch', () => {
      gateway.keyEpoch.wake();
      broadcast?.tell(TOPICS.keysChanged);
    });
    stops.add('notifications', () => listening.stop());
  }
  if (worker !== undefined) followMain(parts, worker);
  readiness.add('keys', () => (gateway.keyEpoch.isFresh() ? undefined : 'key changes cannot be read'));
  readiness.add('signing key', () =>
    gateway.signingKeys.schedule() ? undefined : 'there is no signing key',
  );
  // Only one process uses an embedded database. A database server may serve several gateways, whose separate counters
  // would multiply every limit.
  const mayBeOneOfMany = database.kind === 'server' && settings.REDIS_URL === undefined;
  readiness.add('counters', () => {
    if (mayBeOneOfMany && !heartbeat.isFirstGateway())
      return 'several gateways need a shared Redis for their counters: set the same REDIS_URL for all of them';
    return gateway.limiter.isAwaited() ? 'Redis has not responded yet: check REDIS_URL' : undefined;
  });
  return gateway;
}

async function openBackend(
  parts: AppParts,
  gateway: Gateway | undefined,
): Promise<{ backend: Backend; content: Content }> {
  const { settings, database, clock, log, metrics, overload, addresses, readiness, stops } = parts;
  const content = await openContent({
    pool: database.pool,
    replicas: parts.replicas,
    address: database.address,
    prepare: settings.SERAI_DATABASE_POOLER === 'none',
    dataDir: settings.SERAI_DATA_DIR,
    seed: settings.SERAI_SEED,
    seedWork: parts.seedWork,
    cursorKey: parts.cursorKey,
    findSuppliedDescriptions: suppliedDescriptions(database.pool),
    apiUrl:
      settings.SERAI_API_URL ?? (isWildcard(settings.SERAI_HOST) ? undefined : addresses.interface?.url),
    onProgress: parts.onProgress ?? (() => {}),
    findMainIndex: parts.worker && mainIndex(parts.worker, clock),
    clock,
    log,
  });
  stops.add('content', () => content.stop());
  const { booking, organisationDefaults, cursorKey } = parts;
  const bookings = await openBookingOperations(booking, {
    catalogue: content.catalogue,
    defaultsOf: organisationId => organisationDefaults.find(organisationId),
    ...voucherSources(parts),
    cursorKey,
  });
  stops.add('bookings', () => bookings.stop());
  const keysDb = database.pool.asService('Signing keys are the same for all partners.');
  const load = async () => gateway?.signingKeys.published() ?? (await listPublicKeys(keysDb));
  const keySet = new KeySet(load, clock);
  const verifier = new TokenVerifier(keySet, clock, settings.SERAI_KEY_CACHE);
  const created = createBackend({
    operations: parts.operations,
    handlers: [...content.handlers, ...bookings.handlers, balance()].map(handler =>
      limitCost(handler, overload.cost),
    ),
    pool: database.pool,
    verifier,
    clock,
    log,
    checkAnswers: settings.SERAI_CHECK_ANSWERS === 'on',
  });
  const shared = { verifier, version: VERSION, clock, log };
  const traced = traceBackend(created, parts.operations);
  const agents = withAgents(traced, {
    ...shared,
    imageHosts: settings.SERAI_MCP_IMAGE_HOSTS,
    checkResults: settings.SERAI_CHECK_ANSWERS === 'on',
  });
  const pages = ucpPages(settings);
  const backend = pages
    ? withUcp(agents, {
        ...shared,
        pages,
        pool: database.pool,
        quotes: ucpQuotes(booking),
        seal: createSeal(parts.masterKey),
        hashKey: deriveKey(parts.masterKey, 'ucp requests'),
      })
    : agents;
  const listener = backendListener({
    backend,
    operations: parts.routes,
    verifier,
    admission: overload.admission,
    bodies: parts.bodies,
    pages: backendPages(readiness, metricsPage(metrics.render, settings), load),
    clock,
    log,
  });
  addresses.backend?.serve(traceListener(listener));
  return { backend, content };
}

async function startJobs(parts: AppParts): Promise<void> {
  const { booking, stops, database, masterKey, webhookTargets, clock, log } = parts;
  const jobs = await startBookingJobs(booking, {
    ...accountJobs(createSeal(masterKey), mailBalanceLow(parts)),
    ...hotelMappingJobs(parts),
    ...UCP_JOBS,
    ...reportJobs({ horizon: changeFeedHorizon, timeZone: () => operatorTimeZone(database) }),
    ...scheduleJobs({ ...billingParts(parts), pool: database.pool, log }),
  });
  stops.add('jobs', () => jobs.stop());
  const planning = await startPlanningSyncs({
    db: database.pool.asService('Suppliers and their hotels belong to the operator.'),
    reader: booking.content,
    clock,
    log,
  });
  stops.add('content planning', () => planning.stop());
  const billing = await startPlanningSchedule({
    db: database.pool.asService('Statements and reminders are sent to all partners.'),
    clock,
    log,
  });
  stops.add('automatic billing', () => billing.stop());
  await planReports(database.pool.asService('Reports cover the bookings of all partners.'));
  await planUcpCleanUp(database.pool.asService('Sessions of all partners are deleted when they are old.'));
  const recovery = await startRecovery(booking);
  stops.add('recovery work', () => recovery.stop());
  await watchFigures(parts, jobs.kinds);
  const isHeld = () => booking.recovery.open() !== undefined;
  const shared = { seal: createSeal(masterKey), clock, log, isHeld };
  const telling = startPublishingHotelChanges({
    ...shared,
    db: database.pool.asService('Changes to hotels are announced to all partners.'),
    maxLagMs: maxLagMs(parts.settings),
  });
  stops.add('hotel announcements', () => telling.stop());
  const sender = traceSender(createSender({ ...webhookTargets, clock }));
  const webhooks = startWebhookJobs({
    ...shared,
    db: database.pool.asService('The delivery worker claims and watches the webhooks of all partners.'),
    sender,
  });
  stops.add('webhooks', () => webhooks.stop());
  await startMailJobs(parts);
}

function serveInterface(parts: AppParts, gateway: Gateway, backend: Backend | undefined): Forward {
  const { settings, clock, readiness, addresses, stops } = parts;
  const forward = backend
    ? forwardInProcess(backend, clock)
    : forwardOverHttp(settings.SERAI_BACKEND_URLS, clock);
  stops.add('forwarding', () => forward.close());
  const pages = interfacePages(readiness, {
    hasMcp: settings.SERAI_MCP === 'on',
    clock,
    more: ucpProfilePages(settings),
  });
  addresses.interface?.serve(gateway.listener(forward, pages));
  return forward;
}

function recordSettings(settings: Settings, kind: StartedDatabase['kind'], threads: number) {
  return {
    retentionDays: settings.SERAI_REQUEST_LOG_DAYS ?? (kind === 'embedded' ? 7 : 30),
    sampleEvery: settings.SERAI_REQUEST_LOG_SAMPLE,
    maxRowsPerSecond: Math.ceil(settings.SERAI_REQUEST_LOG_ROWS_PER_SECOND / threads),
  };
}
