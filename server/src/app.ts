/**
 * The only file that knows every area. It introduces them to each other by plain calls: areas never import one
 * another. What a role does not need is not made.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { type Account, openAccount } from './account/account.ts';
import { recordAudit } from './account/audit-store.ts';
import { OrganisationDefaults } from './account/organisation-defaults.ts';
import { getOrganisation } from './account/organisation-store.ts';
import { tellOperator } from './account/tell-operator.ts';
import { type AppAddresses, openAddresses } from './app-addresses.ts';
import {
  backendPages,
  dashboardPages,
  interfacePages,
  pagesAlone,
  referenceOperations,
} from './app-pages.ts';
import { listConfirmedBookings } from './booking/bookings/confirmed-bookings-store.ts';
import { hotelSales } from './booking/hotel-sales.ts';
import {
  type BookingCore,
  bookingCore,
  openBookingOperations,
  startBookingJobs,
} from './booking/open-booking.ts';
import { bookingOperatorHandlers } from './booking/operations/operator/operator-handlers.ts';
import { openContent } from './content/content.ts';
import { hotelHandlers } from './content/operations/operator/hotel-handlers.ts';
import { operatorPlacesSearch } from './content/operations/operator/operator-places-search.ts';
import { startTellingHotelChanges } from './content/told/tell-hotel-changes.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import type { Forward } from './gateway/forward/forward.ts';
import { forwardInProcess } from './gateway/forward/forward-in-process.ts';
import { forwardOverHttp } from './gateway/forward/forward-over-http.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { createFirstKey } from './gateway/keys/create-first-key.ts';
import { listPublicKeys } from './gateway/token/signing-key-store.ts';
import { makeDataFolder } from './make-data-folder.ts';
import type { Clock } from './platform/clock.ts';
import { listen } from './platform/database/listen.ts';
import { type AddressList, addressList } from './platform/http/address-list.ts';
import type { DrainLimits } from './platform/http/open-address.ts';
import { watchDeadJobs } from './platform/jobs/job-gauges.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { Heartbeat } from './platform/nodes/heartbeat.ts';
import { type Backend, createBackend } from './platform/operations/backend.ts';
import { backendListener } from './platform/operations/backend-listener.ts';
import type { OnProgress } from './platform/progress.ts';
import { Readiness } from './platform/readiness.ts';
import { createSeal, deriveKey } from './platform/secrets/seal.ts';
import { MASTER_KEY_FILE, secretFile } from './platform/secrets/secret-file.ts';
import { Stops } from './platform/stops.ts';
import { KeySet } from './platform/token/key-set.ts';
import { TokenVerifier } from './platform/token/token-verifier.ts';
import { checkRole, type ProcessRole, runsBackend, runsGateway, runsJobs } from './process-role.ts';
import { certificationKeys } from './sandbox/certification-keys.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import type { Settings } from './settings-table.ts';
import { type StartedDatabase, startDatabase } from './start-database.ts';
import { signingKeyStatus, systemStatus } from './system-status.ts';
import { VERSION } from './version.ts';
import { readBacklog } from './webhooks/deliveries/backlog-store.ts';
import { tellLimits } from './webhooks/notices/limit-notices-store.ts';
import { deliveriesOf } from './webhooks/operations/deliveries-of.ts';
import { webhookHandlers } from './webhooks/operations/webhook-handlers.ts';
import { createSender } from './webhooks/sending/sender.ts';
import { startWebhookJobs } from './webhooks/start-webhook-jobs.ts';
import { targetPolicy } from './webhooks/targets/target-policy.ts';
import { createTargetResolver, type TargetChecks } from './webhooks/targets/target-resolver.ts';

const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

export interface AppOptions {
  settings: Settings;
  role: ProcessRole;
  clock: Clock;
  log: Log;
  /** All of the contract, unless a test wants to change some. */
  operations?: readonly Operation[];
  /** Tests on a busy machine say that the event loop is in time. */
  loopDelayMs?: () => number;
  /** Told of what takes long at a start. */
  onProgress?: OnProgress;
  /** Opens the database; tests bring one that is there already. */
  openDatabase?: typeof startDatabase;
}

export interface App {
  /** Absent where the role has no such address. */
  interfaceUrl: string | undefined;
  dashboardUrl: string | undefined;
  backendUrl: string | undefined;
  /** What only the very first start can show. */
  firstStart: { apiKey: string; signInUrl: string } | undefined;
  isReady(): boolean;
  /** Lets requests under way finish, then stops everything in order. Safe to call twice. */
  stop(): Promise<void>;
}

interface Parts extends AppOptions {
  operations: readonly Operation[];
  database: StartedDatabase;
  addresses: AppAddresses;
  readiness: Readiness;
  metrics: Metrics;
  heartbeat: Heartbeat;
  masterKey: Buffer;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  trustedProxies: AddressList | undefined;
  /** Where webhooks may be sent. */
  webhookTargets: TargetChecks;
  booking: BookingCore;
  organisationDefaults: OrganisationDefaults;
  stops: Stops;
  startedAtMs: number;
  /** Ends as soon as the process is asked to stop, before requests under way are waited for. */
  stopping: AbortSignal;
}

export async function startApp(options: AppOptions): Promise<App> {
  checkRole(options.role, options.settings);
  const readiness = new Readiness();
  let isStarted = false;
  readiness.add('start', () => (isStarted ? undefined : 'the process is starting'));
  const addresses = await openAddresses({ ...options, readiness });
  const stops = new Stops(options.log);
  const stopping = new AbortController();

  async function stop(limits: DrainLimits): Promise<void> {
    readiness.stop();
    stopping.abort();
    await addresses.drain(limits);
    await stops.run();
  }
  try {
    await makeDataFolder(options.settings.SERAI_DATA_DIR);
    const parts = await openParts(options, { addresses, readiness, stops, stopping: stopping.signal });
    const gateway = runsGateway(options.role) ? await startGateway(parts) : undefined;
    const backend = runsBackend(options.role) ? await openBackend(parts, gateway) : undefined;
    if (runsJobs(options.role)) await startJobs(parts);
    const firstStart =
      gateway && (await serveOperators(parts, gateway, serveInterface(parts, gateway, backend)));
    isStarted = true;
    return {
      interfaceUrl: addresses.interface?.url,
      dashboardUrl: addresses.dashboard?.url,
      backendUrl: addresses.backend?.url,
      firstStart,
      isReady: () => readiness.isReady(),
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

async function openParts(
  options: AppOptions,
  made: Pick<Parts, 'addresses' | 'readiness' | 'stops' | 'stopping'>,
): Promise<Parts> {
  const { settings, role, clock, log } = options;
  const { stops, readiness, addresses } = made;
  const startedAtMs = clock.nowMs();
  const database = await (options.openDatabase ?? startDatabase)(settings, log);
  stops.add('database', () => database.stop());
  const heartbeat = new Heartbeat({ db: database.db, role, version: VERSION, clock, log });
  await heartbeat.start();
  stops.add('heartbeat', () => heartbeat.stop());
  const masterKey = await findMasterKey(settings);
  const metrics = createMetrics();
  const booking = bookingCore({
    db: database.db,
    masterKey,
    clock,
    log,
    exchangeDays: settings.SERAI_PROVIDER_EXCHANGE_DAYS,
    tellOperator,
  });
  booking.callCounts.start();
  stops.add('counts of provider calls', () => booking.callCounts.stop());
  if (role === 'worker') addresses.dashboard?.serve(pagesAlone(readiness, metrics));
  return {
    ...options,
    ...made,
    operations: options.operations ?? OPERATIONS,
    database,
    heartbeat,
    masterKey,
    cursorKey: deriveKey(masterKey, 'cursors'),
    trustedProxies: addressList(settings.TRUSTED_PROXIES),
    webhookTargets: {
      policy: targetPolicy(settings.SERAI_WEBHOOK_ALLOWED_TARGETS, settings.SERAI_WEBHOOK_PORTS),
      resolver: createTargetResolver(),
    },
    booking,
    organisationDefaults: new OrganisationDefaults({ db: database.db, clock }),
    metrics,
    startedAtMs,
  };
}

async function findMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.SERAI_MASTER_KEY !== undefined) return settings.SERAI_MASTER_KEY;
  const path = join(settings.SERAI_DATA_DIR, MASTER_KEY_FILE);
  return Buffer.from(await secretFile(path, () => randomBytes(32).toString('base64')), 'base64');
}

async function startGateway(parts: Parts): Promise<Gateway> {
  const { settings, database, heartbeat, readiness, stops } = parts;
  const gateway = createGateway({
    operations: parts.operations,
    db: database.db,
    keyDb: database.keyDb,
    limiter: {
      redisUrl: settings.REDIS_URL,
      failure: settings.LIMITER_FAILURE,
      liveGateways: () => heartbeat.liveGateways() || undefined,
    },
    seal: createSeal(parts.masterKey),
    cursorKey: parts.cursorKey,
    records: recordSettings(settings, database.kind),
    trustedProxies: parts.trustedProxies,
    maxKeys: settings.SERAI_KEY_CACHE,
    keyStaleMs: settings.SERAI_KEY_STALE_SECONDS * 1000,
    recordAudit,
    maxKeyLifetimeDays: async id => (await getOrganisation(database.db, id)).maxKeyLifetimeDays,
    tellLimits: notices => tellLimits(database.db, notices),
    listConfirmed: (organisationId, ids) => listConfirmedBookings(database.db, organisationId, ids),
    loopDelayMs: parts.loopDelayMs,
    metrics: parts.metrics,
    clock: parts.clock,
    log: parts.log,
  });
  stops.add('gateway', () => gateway.stop());
  await gateway.start();
  if (database.canListen) {
    const listening = listen(database.address, 'serai_key_epoch', () => gateway.keyEpoch.wake());
    stops.add('notifications', () => listening.stop());
  }
  readiness.add('keys', () => (gateway.keyEpoch.isFresh() ? undefined : 'key changes cannot be read'));
  readiness.add('signing key', () =>
    gateway.signingKeys.schedule() ? undefined : 'there is no signing key',
  );
  // The embedded database has one owner; a server may have many, whose counters in memory would multiply every limit.
  const mayBeOneOfMany = database.kind === 'server' && settings.REDIS_URL === undefined;
  readiness.add('counters', () =>
    mayBeOneOfMany && !heartbeat.isFirstGateway()
      ? 'several gateways need one Redis for their counters: set REDIS_URL'
      : undefined,
  );
  return gateway;
}

async function openBackend(parts: Parts, gateway: Gateway | undefined): Promise<Backend> {
  const { settings, database, clock, log, addresses, readiness, stops } = parts;
  const content = await openContent({
    db: database.db,
    address: database.address,
    prepare: settings.SERAI_DATABASE_POOLER === 'none',
    dataDir: settings.SERAI_DATA_DIR,
    seed: settings.SERAI_SEED,
    cursorKey: parts.cursorKey,
    onProgress: parts.onProgress ?? (() => {}),
    clock,
    log,
  });
  stops.add('content', () => content.stop());
  const { booking, organisationDefaults, cursorKey } = parts;
  const bookings = await openBookingOperations(booking, {
    catalogue: content.catalogue,
    defaultsOf: organisationId => organisationDefaults.find(organisationId),
    cursorKey,
  });
  stops.add('bookings', () => bookings.stop());
  const load = async () => gateway?.signingKeys.published() ?? (await listPublicKeys(database.db));
  const keySet = new KeySet(load, clock);
  const backend = createBackend({
    operations: parts.operations,
    handlers: [...content.handlers, ...bookings.handlers],
    verifier: new TokenVerifier(keySet, clock, settings.SERAI_KEY_CACHE),
    clock,
    log,
    checkAnswers: settings.SERAI_CHECK_ANSWERS === 'on',
  });
  addresses.backend?.serve(backendListener({ backend, pages: backendPages(readiness, load), clock }));
  return backend;
}

async function startJobs(parts: Parts): Promise<void> {
  const { booking, stops, database, masterKey, webhookTargets, clock, log, metrics } = parts;
  const jobs = await startBookingJobs(booking);
  stops.add('jobs', () => jobs.stop());
  const watch = await watchDeadJobs({ ...booking, metrics, kinds: jobs.kinds });
  stops.add('job metrics', () => watch.stop());
  const shared = { db: database.db, seal: createSeal(masterKey), clock, log };
  const telling = startTellingHotelChanges(shared);
  stops.add('telling of hotels', () => telling.stop());
  const webhooks = startWebhookJobs({ ...shared, sender: createSender({ ...webhookTargets, clock }) });
  stops.add('webhooks', () => webhooks.stop());
}

function serveInterface(parts: Parts, gateway: Gateway, backend: Backend | undefined): Forward {
  const { settings, clock, readiness, addresses, stops } = parts;
  const forward = backend
    ? forwardInProcess(backend, clock)
    : forwardOverHttp(settings.SERAI_BACKEND_URLS, clock);
  stops.add('forwarding', () => forward.close());
  addresses.interface?.serve(gateway.listener(forward, interfacePages(readiness)));
  return forward;
}

/** What the first start hands out: a key and a link, each shown once. */
async function serveOperators(parts: Parts, gateway: Gateway, forward: Forward): Promise<App['firstStart']> {
  const { settings, database, addresses, readiness, clock, log } = parts;
  const account = await openAccount({
    db: database.db,
    dataDir: settings.SERAI_DATA_DIR,
    operatorToken: settings.SERAI_OPERATOR_TOKEN,
    peopleKey: deriveKey(parts.masterKey, 'people'),
    dashboardFolder: DASHBOARD_FOLDER,
    dashboardUrl: settings.SERAI_DASHBOARD_URL ?? addresses.dashboard?.url ?? '',
    interfaceUrl: addresses.interface?.url ?? '',
    cursorKey: parts.cursorKey,
    trustedProxies: parts.trustedProxies,
    checkAnswers: settings.SERAI_CHECK_ANSWERS === 'on',
    status: () => systemStatus({ ...parts, gateway, readBacklog: limit => readBacklog(database.db, limit) }),
    onOrganisationChanged: organisationId => parts.organisationDefaults.drop(organisationId),
    rotateSigningKey: async () => {
      const kid = await gateway.signingKeys.rotate();
      return { signingKey: signingKeyStatus(gateway), created: kid !== undefined };
    },
    clock,
    log,
  });
  readiness.add('dashboard', () => (account.files.isBuilt() ? undefined : 'the dashboard is not built'));
  const { booking, cursorKey, startedAtMs, webhookTargets: targets } = parts;
  const seal = createSeal(parts.masterKey);
  const sandbox = openSandbox({
    db: database.db,
    clock,
    log,
    interfaceUrl: addresses.interface?.url ?? '',
    keys: certificationKeys(gateway.operatorHandlers, clock),
    stopping: parts.stopping,
    recordAudit,
  });
  parts.stops.add('certifications', () => sandbox.ended());
  const handlers = [
    ...gateway.operatorHandlers,
    ...bookingOperatorHandlers({
      ...booking,
      recordAudit,
      cursorKey,
      ownerOrganisationId: account.organisationId,
      startedAtMs,
      listDeliveries: (organisationId, bookingId) =>
        deliveriesOf(database.db, seal, organisationId, bookingId),
    }),
    ...webhookHandlers({ db: database.db, seal, targets, recordAudit, cursorKey }),
    ...referenceOperations(gateway.tryCalls(forward)),
    operatorPlacesSearch({ ask: gateway.askBackend(forward) }),
    ...hotelHandlers({ db: database.db, cursorKey, sales: hotelSales(booking) }),
    ...sandbox.handlers,
  ];
  addresses.dashboard?.serve(account.listener(handlers, dashboardPages(readiness, parts.metrics)));
  return handOut(parts, account);
}

/** Until there is a key, every start is the first: one that died before it could show anything took nothing away. */
async function handOut({ database }: Parts, account: Account): Promise<App['firstStart']> {
  const apiKey = await createFirstKey(database.db, account.organisationId, { recordAudit });
  if (apiKey === undefined) return undefined;
  return { apiKey, signInUrl: await account.createOwnerLink() };
}

function recordSettings(settings: Settings, kind: StartedDatabase['kind']) {
  return {
    retentionDays: settings.SERAI_REQUEST_LOG_DAYS ?? (kind === 'embedded' ? 7 : 30),
    sampleEvery: settings.SERAI_REQUEST_LOG_SAMPLE,
    maxRowsPerSecond: settings.SERAI_REQUEST_LOG_ROWS_PER_SECOND,
  };
}
