/** The dependencies of the areas: the database, the keys, and everything that several areas share. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MCP_ROUTE } from '@serai/contract/agents/mcp-route.ts';
import type { Operation, Route } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { OrganisationDefaults } from '../account/organisation-defaults.ts';
import { getOperator } from '../account/organisation-store.ts';
import { tellOperator } from '../account/tell-operator.ts';
import { BookingLedger } from '../billing/ledger/booking-ledger.ts';
import { statementPrinter } from '../billing/statements/statement-pdf.ts';
import { type BookingCore, bookingCore } from '../booking/open-booking.ts';
import type { SupplierFactories } from '../booking/providers/accounts/live-providers.ts';
import type { ContentFactories } from '../booking/providers/content/content-factories.ts';
import type { SeedWork } from '../content/place-data/world/seed-work.ts';
import type { AlarmReports } from '../mapping/ledger/alarm-reports.ts';
import type { LiveSupplierIds } from '../mapping/live-supplier-ids.ts';
import { type Overload, openOverload } from '../platform/admission/overload.ts';
import { NEVER_LATE } from '../platform/admission/pressure.ts';
import type { Clock } from '../platform/clock.ts';
import { addPoolGauges } from '../platform/database/connection/pool-gauges.ts';
import type { Replicas } from '../platform/database/replicas/replicas.ts';
import { type AddressList, addressList } from '../platform/http/address-list.ts';
import { BodyReads } from '../platform/http/body-reads.ts';
import type { Log } from '../platform/log.ts';
import { addProcessMetrics } from '../platform/metrics/process-metrics.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { Heartbeat } from '../platform/nodes/heartbeat.ts';
import type { OnProgress } from '../platform/progress.ts';
import type { Readiness } from '../platform/readiness.ts';
import { createSeal, deriveKey } from '../platform/secrets/seal.ts';
import { MASTER_KEY_FILE, secretFile } from '../platform/secrets/secret-file.ts';
import type { Stops } from '../platform/stops.ts';
import { ThreadBroadcast } from '../platform/threads/thread-broadcast.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import type { LiveRules } from '../pricing/live-rules.ts';
import { pricingOf } from '../pricing/open-pricing.ts';
import { type ProcessRole, threadsOf } from '../process-role.ts';
import type { Settings } from '../settings-table.ts';
import { type StartedDatabase, startDatabase } from '../start-database.ts';
import { VERSION } from '../version.ts';
import { targetPolicy } from '../webhooks/targets/target-policy.ts';
import { createTargetResolver, type TargetChecks } from '../webhooks/targets/target-resolver.ts';
import { type AppAddresses, addConnectionMetrics } from './app-addresses.ts';
import { pagesOnly } from './app-pages.ts';
import { erasureFile } from './erasure-file.ts';
import { type MailOutbox, openMailOutbox } from './mail/open-mail.ts';
import { startAlarmReports, startSupplierIds } from './mapping-parts.ts';
import { metricsPage } from './metrics-page.ts';
import { startPricingRules } from './pricing-parts.ts';
import { tellBudgets } from './provider-notices.ts';
import { startReplicas } from './replica-parts.ts';
import { ucpRoutes } from './ucp-parts.ts';
import {
  MainTokens,
  mainBudgets,
  shareDrops,
  siblingCaches,
  tokensOfWorker,
} from './workers/shared-state.ts';
import type { WorkerFleet } from './workers/worker-fleet.ts';
import { broadcastName, TOPICS, type WorkerLinks } from './workers/worker-links.ts';

export interface AppOptions {
  settings: Settings;
  role: ProcessRole;
  clock: Clock;
  /** Replaces the adapters of suppliers. Only tests use it. */
  suppliers?: SupplierFactories | undefined;
  /** Replaces the content sources of adapters. Only tests use it. */
  contentSources?: ContentFactories | undefined;
  log: Log;
  /** Default: the whole contract. Tests may replace it. */
  operations?: readonly Operation[];
  /** Provided by tests to control the event loop delay. Other measures of overload are then ignored. */
  loopDelayMs?: () => number;
  onProgress?: OnProgress;
  /** The thread that computes the places, if it has already been started. */
  seedWork?: SeedWork | undefined;
  /** Called when this thread can serve requests, before other threads are started. */
  onStarted?: () => void;
  /** How long a response may stay unread. Overridden by tests. */
  writeStallMs?: number;
  /** Tests provide an existing database. */
  openDatabase?: typeof startDatabase;
  /** Set in a worker thread, which only serves the API. */
  worker?: WorkerLinks | undefined;
}

export interface AppParts extends AppOptions {
  operations: readonly Operation[];
  /** The operations, and the endpoints for agents that are on. */
  routes: readonly Route[];
  database: StartedDatabase;
  addresses: AppAddresses;
  readiness: Readiness;
  metrics: Metrics;
  overload: Overload;
  /** Undefined if no read replicas are configured. */
  replicas: Replicas | undefined;
  bodies: BodyReads;
  heartbeat: Heartbeat;
  /** Reaches the other threads of the process. Undefined if there are none. */
  broadcast: ThreadBroadcast | undefined;
  /** The worker threads, as soon as they are started. */
  workers: { current: WorkerFleet | undefined };
  /** Finds the tokens of offers in all threads. */
  tokens: MainTokens;
  masterKey: Buffer;
  cursorKey: Buffer;
  trustedProxies: AddressList | undefined;
  webhookTargets: TargetChecks;
  booking: BookingCore;
  pricingRules: LiveRules;
  supplierIds: LiveSupplierIds;
  organisationDefaults: OrganisationDefaults;
  /** Undefined if email is off. */
  mail: MailOutbox | undefined;
  statementPrinter: ReturnType<typeof statementPrinter>;
  stops: Stops;
  startedAtMs: number;
  /** Aborted as soon as the process is asked to stop, before it waits for current requests. */
  stopping: AbortSignal;
}

export async function openParts(
  options: AppOptions,
  made: Pick<AppParts, 'addresses' | 'readiness' | 'stops' | 'stopping'>,
): Promise<AppParts> {
  const { settings, role, clock, log } = options;
  const { stops, readiness, addresses } = made;
  const operations = options.operations ?? OPERATIONS;
  const startedAtMs = clock.nowMs();
  const database = await (options.openDatabase ?? startDatabase)(settings, log, role);
  stops.add('database', () => database.stop());
  const heartbeat = new Heartbeat({
    db: database.pool.asService('The list of live nodes belongs to no partner.'),
    role,
    version: VERSION,
    mainId: options.worker?.nodeId,
    clock,
    log,
  });
  await heartbeat.start();
  stops.add('heartbeat', () => heartbeat.stop());
  const threads = openThreads(options, heartbeat.id, stops);
  const masterKey = await findMasterKey(settings);
  const metrics = createMetrics();
  addConnectionMetrics(metrics, addresses);
  addProcessMetrics(metrics, { version: VERSION, role, startedAtMs });
  addPoolGauges(metrics, { main: database.pool, keys: database.keyPool });
  const replicas = await startReplicas({ ...options, database, metrics, stops });
  await openTracing(options, { heartbeat, metrics, stops });
  const overload = openOverload({
    clock,
    metrics,
    ...overloadGauges(options, database.pool),
  });
  stops.add('overload', async () => overload.stop());
  const following = { pool: database.pool, clock, log, stops };
  const pricingRules = await startPricingRules(following);
  const supplierIds = await startSupplierIds(following);
  const alarms = startAlarmReports({ ...following, metrics });
  const booking = openBookingCore(options, {
    alarms,
    database,
    heartbeat,
    masterKey,
    pricingRules,
    supplierIds,
    metrics,
    overload,
    ...threads,
  });
  await startBookingCore(booking, stops);
  const organisationDefaults = new OrganisationDefaults({ pool: database.pool, clock });
  shareDrops(organisationDefaults, TOPICS.partnerChanged, threads.broadcast);
  shareDrops(booking.connections, TOPICS.connectionsChanged, threads.broadcast);
  if (role === 'worker')
    addresses.dashboard?.serve(pagesOnly(readiness, metricsPage(metrics.render, settings)));
  return {
    ...options,
    ...made,
    operations,
    routes: [...operations, ...(settings.SERAI_MCP === 'on' ? [MCP_ROUTE] : []), ...ucpRoutes(settings)],
    database,
    heartbeat,
    ...threads,
    masterKey,
    cursorKey: deriveKey(masterKey, 'cursors'),
    trustedProxies: addressList(settings.TRUSTED_PROXIES),
    webhookTargets: webhookTargets(settings),
    booking,
    mail: openMailOutbox(settings, masterKey),
    statementPrinter: statementPrinter(clock),
    pricingRules,
    supplierIds,
    organisationDefaults,
    metrics,
    overload,
    replicas,
    bodies: new BodyReads({ clock, metrics, deadlineMs: settings.SERAI_BODY_SECONDS * 1000 }),
    startedAtMs,
  };
}

function openThreads(
  { settings, role }: AppOptions,
  nodeId: string,
  stops: Stops,
): Pick<AppParts, 'broadcast' | 'workers' | 'tokens'> {
  const isAlone = threadsOf(settings, role) === 1;
  const broadcast = isAlone ? undefined : new ThreadBroadcast(broadcastName(nodeId));
  stops.add('broadcast', () => broadcast?.close());
  const workers = { current: undefined };
  return { broadcast, workers, tokens: new MainTokens(workers) };
}

function openBookingCore(
  { settings, role, clock, log, suppliers, contentSources, worker }: AppOptions,
  parts: Pick<
    AppParts,
    | 'database'
    | 'heartbeat'
    | 'masterKey'
    | 'pricingRules'
    | 'supplierIds'
    | 'metrics'
    | 'overload'
    | 'broadcast'
    | 'tokens'
  > & { alarms: AlarmReports },
): BookingCore {
  const { database, heartbeat, masterKey, pricingRules, supplierIds, alarms, metrics, overload } = parts;
  const threads = threadsOf(settings, role);
  const hasRedis = settings.REDIS_URL !== undefined;
  return bookingCore({
    // Without Redis, the threads of a process share the budgets of its main thread. A worker uses only its own share
    // while the main thread does not respond.
    nodes: () => heartbeat.liveBackends() * (hasRedis || worker ? threads : 1),
    offerIdFormat: () => (heartbeat.commonFormat() < 3 ? 1 : 3),
    mainBudgets: worker && !hasRedis ? mainBudgets(worker.channel) : undefined,
    pool: database.pool,
    pricing: pricingOf(pricingRules),
    mapping: {
      findSupplierIds: (environment, provider, hotelIds) =>
        supplierIds.find({ environment, provider }, hotelIds),
    },
    alarms,
    masterKey,
    clock,
    log,
    exchangeDays: settings.SERAI_PROVIDER_EXCHANGE_DAYS,
    guestDays: settings.SERAI_GUEST_DAYS,
    tellOperator,
    tellBudgets: notices => tellBudgets(database.pool, notices),
    suppliers,
    contentSources,
    billing: new BookingLedger({ pool: database.pool, seal: createSeal(masterKey), clock }),
    erasureFile: erasureFile(settings),
    attemptFolder:
      settings.SERAI_ATTEMPT_LOG === 'on' ? join(settings.SERAI_DATA_DIR, 'attempts') : undefined,
    metrics,
    inventoryCacheEntries: settings.SERAI_INVENTORY_CACHE_ENTRIES,
    caching: {
      maxBytes: Math.floor((settings.SERAI_AVAILABILITY_CACHE_MB * 1_000_000) / threads),
      redisUrl: settings.REDIS_URL,
      sharesTests: settings.SERAI_TEST_PROVIDER_CACHE === 'shared',
      mayRefresh: overload.mayRefresh,
      siblings:
        parts.broadcast &&
        siblingCaches(parts.broadcast, worker ? tokensOfWorker(worker.channel) : parts.tokens),
    },
  });
}

function webhookTargets(settings: Settings): AppParts['webhookTargets'] {
  return {
    policy: targetPolicy(settings.SERAI_WEBHOOK_ALLOWED_TARGETS, settings.SERAI_WEBHOOK_PORTS),
    resolver: createTargetResolver(),
  };
}

async function startBookingCore(
  {
    callCounts,
    lastErrors,
    failedCalls,
    budgetNotices,
    attemptLog,
    recovery,
    providers,
    disconnect,
  }: BookingCore,
  stops: Stops,
): Promise<void> {
  callCounts.start();
  stops.add('provider call counts', () => callCounts.stop());
  lastErrors.start();
  stops.add('last errors of providers', () => lastErrors.stop());
  failedCalls.start();
  stops.add('failed provider calls', () => failedCalls.stop());
  budgetNotices.start();
  stops.add('notices about call budgets', () => budgetNotices.stop());
  stops.add('attempt log', async () => attemptLog?.close());
  await providers.start();
  stops.add('providers', () => providers.stop());
  stops.add('supplier connections', () => disconnect());
  await recovery.start();
  stops.add('recovery', () => recovery.stop());
}

async function findMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.SERAI_MASTER_KEY !== undefined) return settings.SERAI_MASTER_KEY;
  const path = join(settings.SERAI_DATA_DIR, MASTER_KEY_FILE);
  return Buffer.from(await secretFile(path, () => randomBytes(32).toString('base64')), 'base64');
}

/** The operator's time zone, in which the months of statements and reports begin. */
export async function operatorTimeZone({ pool }: Pick<StartedDatabase, 'pool'>): Promise<string> {
  return (await getOperator(pool.asService('The settings of the operator apply to all partners.'))).timeZone;
}

async function openTracing(
  { settings, role, clock, log }: AppOptions,
  { heartbeat, metrics, stops }: Pick<AppParts, 'heartbeat' | 'metrics' | 'stops'>,
): Promise<void> {
  const resource = {
    'service.name': 'serai',
    'service.version': VERSION,
    'service.instance.id': heartbeat.id,
    'serai.role': role,
  };
  const tracing = await startTracing({ settings, resource, metrics, clock, log });
  if (tracing) stops.add('tracing', () => tracing.stop());
}

function overloadGauges(
  { settings, loopDelayMs }: Pick<AppOptions, 'settings' | 'loopDelayMs'>,
  pool: StartedDatabase['pool'],
) {
  if (settings.SERAI_LOAD_SHEDDING === 'off') return NEVER_LATE;
  if (loopDelayMs) return { ...NEVER_LATE, loopDelayMs, alwaysAdmitted: 0 };
  return { databaseWaitMs: () => pool.takeLongestWaitMs() };
}
