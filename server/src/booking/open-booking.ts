/** Assembles the booking area: its operations and its background jobs. A process may run either or both. */
import type { Clock } from '../platform/clock.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import type { JobKinds } from '../platform/jobs/job.ts';
import { JobRunner } from '../platform/jobs/job-runner.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import type { Handler } from '../platform/operations/handler.ts';
import type { TellOperator } from '../platform/operations/operator/audit-entry.ts';
import { OutboundClient } from '../platform/outbound/outbound-client.ts';
import { connectRedis } from '../platform/redis.ts';
import { createSeal, deriveKey, type Seal } from '../platform/secrets/seal.ts';
import type { BillingPort } from './billing-port.ts';
import type { OrganisationDefaults } from './booking-parts.ts';
import { type PeopleSafe, peopleSafe } from './bookings/people.ts';
import { OpenCalls } from './bookings/protocol/open-calls.ts';
import type { Catalogue } from './catalogue.ts';
import { planErasure } from './guests/erase-guests.ts';
import { type HotelMapping, NO_MAPPING } from './hotel-mapping.ts';
import { type MappingAlarms, NO_ALARMS } from './mapping-alarms.ts';
import { addProviderMetrics } from './metrics/provider-metrics.ts';
import { createOfferTokens, type OfferIdFormat } from './offers/offer-tokens.ts';
import { availability } from './operations/availability.ts';
import { booking } from './operations/booking.ts';
import { bookingdetail } from './operations/bookingdetail.ts';
import { bookinglist } from './operations/bookinglist.ts';
import { cancel } from './operations/cancel.ts';
import { prebooking } from './operations/prebooking.ts';
import { voucher } from './operations/voucher.ts';
import { PlausibilityCheck } from './prices/plausibility-check.ts';
import { AT_COST, type PricingPort } from './pricing-port.ts';
import type { Provider } from './provider.ts';
import { LiveProviders, type SupplierFactories } from './providers/accounts/live-providers.ts';
import { CONNECTIONS_PER_HOST, supplierFactories } from './providers/accounts/supplier-factories.ts';
import { AccountBudgets, type MainBudgets } from './providers/budget/account-budgets.ts';
import { BudgetNotices, type SendBudgetNotices } from './providers/budget/budget-notices.ts';
import { ProviderCalls } from './providers/call-provider.ts';
import { environmentOf } from './providers/connections/connection.ts';
import { OrganisationConnections } from './providers/connections/organisation-connections.ts';
import { ContentCalls } from './providers/content/content-calls.ts';
import { type ContentFactories, contentFactories } from './providers/content/content-factories.ts';
import { CallCounts } from './providers/health/call-counts.ts';
import { FailedCalls } from './providers/health/failed-calls.ts';
import { LastErrors } from './providers/health/last-errors.ts';
import { countExtraCalls } from './providers/read-retries.ts';
import { Rates } from './rates/rates.ts';
import { bookingJobs } from './reconcile/booking-jobs.ts';
import { planCleanUp } from './reconcile/clean-up.ts';
import { planBills } from './reconcile/settle-bills.ts';
import { planSweeps } from './reconcile/sweep-orphans.ts';
import { type AttemptLog, openAttemptLog } from './recovery/attempt-log.ts';
import { RecoveryGate } from './recovery/recovery-gate.ts';
import { type CacheOptions, openCaches } from './search/cache/open-cache.ts';
import { createOwnInventory } from './suppliers/own-inventory/create-own-inventory.ts';
import { createTestSupplier } from './suppliers/test/create-test-supplier.ts';
import type { VoucherSources } from './voucher/issue-voucher.ts';

export interface BookingOptions {
  pool: DatabasePool;
  masterKey: Buffer;
  clock: Clock;
  log: Log;
  /** Retention of provider exchanges, in days after check-out. */
  exchangeDays?: number | undefined;
  /** If omitted, every search calls the providers. */
  caching?: CacheOptions | undefined;
  /** The number of processes that call suppliers. Default: 1. */
  nodes?: (() => number) | undefined;
  /** The format of new offer ids. Default: the newest. */
  offerIdFormat?: (() => OfferIdFormat) | undefined;
  /** The call budgets of the main thread, in a worker thread of a process without Redis. */
  mainBudgets?: MainBudgets | undefined;
  /** Maximum number of entries in the own-inventory cache, per environment. */
  inventoryCacheEntries?: number | undefined;
  /** Retention of guest data after check-out, in days, unless the partner has its own setting. */
  guestDays?: number | undefined;
  tellOperator: TellOperator;
  tellBudgets?: SendBudgetNotices | undefined;
  /** Replaces the adapters of suppliers, by name. Only tests use it. */
  suppliers?: SupplierFactories | undefined;
  /** Replaces the content sources of adapters, by name. Only for tests. If `suppliers` is set, the default is no source. */
  contentSources?: ContentFactories | undefined;
  /** Hotel ids for suppliers that use their own. If omitted, only suppliers that use our ids can sell. */
  mapping?: HotelMapping | undefined;
  alarms?: MappingAlarms | undefined;
  /** Turns cost into prices for partners. If omitted, everything is sold at cost. */
  pricing?: PricingPort | undefined;
  billing: BillingPort | undefined;
  /** Folder of the attempt log. If omitted, attempts are not logged. */
  attemptFolder?: string | undefined;
  /** The erasure list. A recovery erases the guests on it again. */
  erasureFile?: string | undefined;
  metrics?: Metrics | undefined;
}

/** Shared by operations and jobs: providers with their circuit breakers, and the key to personal data. */
export interface BookingCore extends BookingOptions {
  pricing: PricingPort;
  mapping: HotelMapping;
  alarms: MappingAlarms;
  /** Follows the accounts between `start` and `stop`. */
  providers: LiveProviders;
  accountSeal: Seal;
  connections: OrganisationConnections;
  calls: ProviderCalls;
  budgets: AccountBudgets;
  content: ContentCalls;
  /** Closes the connections to suppliers, and the one that shares the call budgets with other nodes. */
  disconnect(): Promise<void>;
  /** Counts call outcomes. Written to the database between `start` and `stop`. */
  callCounts: CallCounts;
  /** Remembers the last error of each provider. Written to the database between `start` and `stop`. */
  lastErrors: LastErrors;
  /** Lists failed calls to providers. Written to the database between `start` and `stop`. */
  failedCalls: FailedCalls;
  /** Written between `start` and `stop`. */
  budgetNotices: BudgetNotices;
  safe: PeopleSafe;
  /** Whether bookings are accepted. Polled between `start` and `stop`. */
  recovery: RecoveryGate;
  attemptLog: AttemptLog | undefined;
}

export function bookingCore(options: BookingOptions): BookingCore {
  const { pool, clock, log, masterKey, metrics = createMetrics(), alarms = NO_ALARMS } = options;
  const { callCounts, lastErrors, failedCalls } = callRecords(options);
  const send = options.tellBudgets ?? (async () => {});
  const budgetNotices = new BudgetNotices({ send, clock, log });
  const http = new OutboundClient({ connections: CONNECTIONS_PER_HOST });
  const accountSeal = createSeal(deriveKey(masterKey, 'provider accounts'));
  const providers = new LiveProviders({
    db: pool.asService('Accounts at suppliers belong to the operator and serve all partners.'),
    clock,
    log,
    seal: accountSeal,
    factories: options.suppliers ?? supplierFactories({ clock, log, http }),
    builtIn: builtInProviders(options),
  });
  const redisUrl = options.caching?.redisUrl;
  const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, log);
  const budgets = new AccountBudgets({
    clock,
    nodes: options.nodes ?? (() => 1),
    redis,
    main: options.mainBudgets,
  });
  const calls = new ProviderCalls({
    clock,
    log,
    onOtherHotel: (provider, { hotelId, soldAtMs }) =>
      alarms.reportOtherHotel(
        { environment: environmentOf(provider), provider: provider.code, hotelId },
        soldAtMs,
      ),
    budgets,
    onEnd(call) {
      callCounts.add(call);
      count(call);
    },
    onFailure(call) {
      lastErrors.add(call);
      failedCalls.add(call);
    },
    onBudget: (...use) => budgetNotices.note(...use),
    onExtra: countExtraCalls(metrics, providers),
  });
  const connections = new OrganisationConnections(options);
  const factories = options.contentSources ?? (options.suppliers ? {} : contentFactories({ clock, log }));
  const count = addProviderMetrics(metrics, { providers, poolsOf: provider => calls.poolsOf(provider) });
  return {
    ...options,
    pricing: options.pricing ?? AT_COST,
    mapping: options.mapping ?? NO_MAPPING,
    alarms,
    providers,
    accountSeal,
    async disconnect() {
      redis?.disconnect();
      await http.close();
    },
    connections,
    budgets,
    content: new ContentCalls({
      providers,
      connections,
      budgets,
      factories,
      seal: accountSeal,
      http,
      clock,
      log,
    }),
    calls,
    callCounts,
    lastErrors,
    failedCalls,
    budgetNotices,
    safe: peopleSafe(masterKey),
    recovery: new RecoveryGate({
      db: pool.asService('A recovery after a restore blocks the bookings of all partners.'),
      clock,
      log,
    }),
    attemptLog:
      options.attemptFolder === undefined
        ? undefined
        : openAttemptLog({ ...options, folder: options.attemptFolder }),
  };
}

function callRecords({ pool, clock, log }: BookingOptions) {
  const counting = pool.asService('Calls to providers are counted for all partners together.');
  const failing = pool.asService('Failed calls to providers are recorded for all partners together.');
  return {
    callCounts: new CallCounts({ db: counting, clock, log }),
    lastErrors: new LastErrors({ db: failing, clock, log }),
    failedCalls: new FailedCalls({ db: failing, clock, log }),
  };
}

interface OperationParts extends VoucherSources {
  catalogue: Catalogue;
  defaultsOf(organisationId: string): Promise<OrganisationDefaults>;
  cursorKey: Buffer;
}

export interface BookingOperations {
  handlers: Handler[];
  stop(): Promise<void>;
}

export async function openBookingOperations(
  core: BookingCore,
  parts: OperationParts,
): Promise<BookingOperations> {
  const rates = new Rates({
    db: core.pool.asService('Exchange rates are the same for all partners.'),
    clock: core.clock,
    log: core.log,
  });
  await rates.start();
  const tokens = createOfferTokens(deriveKey(core.masterKey, 'offers'), core.offerIdFormat);
  const fingerprintKey = deriveKey(core.masterKey, 'fingerprints');
  const openCalls = new OpenCalls(core);
  const { stop: stopCaches, ...caches } = openCaches(core);
  const plausibilityCheck = new PlausibilityCheck({ ...core, metrics: core.metrics ?? createMetrics() });
  const area = { ...core, ...parts, ...caches, plausibilityCheck, rates, tokens, openCalls, fingerprintKey };
  return {
    handlers: [
      availability(area),
      prebooking(area),
      booking(area),
      bookingdetail(area),
      bookinglist(area),
      cancel(area),
      voucher(area),
    ],
    async stop() {
      await Promise.all([rates.stop(), openCalls.stop(OPEN_CALLS_MS), stopCaches()]);
    },
  };
}

/** `others` are jobs of other areas, which the same runner runs. */
export async function startBookingJobs(core: BookingCore, others: JobKinds = {}): Promise<JobRunner> {
  const isHeld = () => core.recovery.open() !== undefined;
  const jobs = new JobRunner({ ...core, kinds: { ...bookingJobs(core), ...others }, isHeld });
  const db = core.pool.asService('Sweeps, clean-up and erasure are planned once for all partners.');
  await planSweeps({ ...core, db });
  await planCleanUp(db);
  await planErasure(db);
  await planBills(db);
  jobs.start();
  return jobs;
}

/** How long a stopping process waits for provider calls that outlived their requests. */
export const OPEN_CALLS_MS = 30_000;

const TEST_PROVIDERS = ['test-1', 'test-2', 'test-3'] as const;

function builtInProviders({
  pool,
  clock,
  caching,
  inventoryCacheEntries: cacheEntries,
}: BookingOptions): Provider[] {
  const db = pool.asService('Own inventory and the test providers sell to all partners.');
  const own = [
    createOwnInventory({ db, clock, environment: 'sandbox', kind: 'TEST', cacheEntries }),
    createOwnInventory({ db, clock, environment: 'production', kind: 'LIVE', cacheEntries }),
  ].map(supplier => ({ code: 'own', preference: 5, supplier }));
  const test = TEST_PROVIDERS.map((code, i) => ({
    code,
    preference: (i + 1) * 10,
    supplier: createTestSupplier({ code, db, clock, isShared: caching?.sharesTests ?? false }),
  }));
  return [...own, ...test];
}
