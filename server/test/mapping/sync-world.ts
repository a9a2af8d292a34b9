/** Content sync of one account at a simulated supplier, run step by step so that a test can interrupt it anywhere. */
import type { ContentOutcome, ContentPage, ContentSession } from '../../src/booking/port/supplied-content.ts';
import { insertAccount } from '../../src/booking/providers/accounts/account-store.ts';
import { LiveProviders } from '../../src/booking/providers/accounts/live-providers.ts';
import { sealCredentials } from '../../src/booking/providers/accounts/provider-account.ts';
import { supplierFactories } from '../../src/booking/providers/accounts/supplier-factories.ts';
import { AccountBudgets } from '../../src/booking/providers/budget/account-budgets.ts';
import type { SettingValues } from '../../src/booking/providers/connections/adapters.ts';
import { ContentCalls } from '../../src/booking/providers/content/content-calls.ts';
import { CURRENT_MODEL } from '../../src/mapping/scoring/current-model.ts';
import {
  type ContentMode,
  type ContentRun,
  findLatestContentRun,
  insertContentRun,
} from '../../src/mapping/sync/content-run-store.ts';
import { findContentSync, insertContentSyncs } from '../../src/mapping/sync/content-sync-store.ts';
import { runSync } from '../../src/mapping/sync/run-sync.ts';
import { wakeSync } from '../../src/mapping/sync/sync-jobs.ts';
import type { SyncJob, SyncParts } from '../../src/mapping/sync/sync-parts.ts';
import { type SyncSettings, sinceOf } from '../../src/mapping/sync/sync-schedule.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import type { JobResult } from '../../src/platform/jobs/job.ts';
import { guardLease } from '../../src/platform/jobs/job-store.ts';
import { takeDueJobs } from '../../src/platform/jobs/take-jobs-store.ts';
import { createLog } from '../../src/platform/log.ts';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.ts';
import { createSeal } from '../../src/platform/secrets/seal.ts';
import type { TestDatabase } from '../database.ts';
import { type ContentStage, STAGES, type StageName } from './content-stages.ts';

const log = createLog('silent');
const seal = createSeal(Buffer.alloc(32, 5));

export const SYNC_SETTINGS: SyncSettings = {
  isAutomatic: true,
  deltaHours: 24,
  fullDays: 7,
  removalPercent: 2,
};

export interface StoredRow {
  id: string;
  name: string;
  digest: string;
  isGone: boolean;
}

export class SyncWorld {
  readonly stage: ContentStage;
  readonly content: ContentCalls;
  readonly notices: { action: string; after: unknown }[] = [];
  readonly scope: { provider: StageName; environment: 'sandbox' };
  readonly #database: Pick<TestDatabase, 'db' | 'ownerDb'>;
  readonly #http: OutboundClient;

  constructor(
    parts: { stage: ContentStage; content: ContentCalls; http: OutboundClient; provider: StageName },
    database: Pick<TestDatabase, 'db' | 'ownerDb'>,
  ) {
    this.stage = parts.stage;
    this.content = parts.content;
    this.#http = parts.http;
    this.scope = { provider: parts.provider, environment: 'sandbox' };
    this.#database = database;
  }

  static async start(
    database: TestDatabase,
    provider: StageName,
    hotels: number,
    settings: SettingValues = {},
  ): Promise<SyncWorld> {
    return SyncWorld.startWith(database, provider, await STAGES[provider](hotels), settings);
  }

  static async startWith(
    database: Pick<TestDatabase, 'db' | 'ownerDb'>,
    provider: StageName,
    stage: ContentStage,
    settings: SettingValues = {},
  ): Promise<SyncWorld> {
    await database.ownerDb`TRUNCATE supplier_hotel, mapping_decision, provider_hotel, mapping_run, content_run,
      content_sync, provider_account, job`;
    const { db } = database;
    const id = { environment: 'sandbox', code: provider } as const;
    await insertAccount(db, {
      ...id,
      adapter: provider,
      settings: { baseUrl: stage.simulator.url, perMinute: 1_000_000, ...settings },
      credentials: sealCredentials(seal, id, stage.credentials, new Date().toISOString()),
    });
    const http = new OutboundClient({ connections: 4 });
    const shared = { clock: systemClock, log, http };
    const providers = new LiveProviders({
      ...shared,
      db,
      seal,
      factories: supplierFactories(shared),
      builtIn: [],
    });
    await providers.follow();
    const budgets = new AccountBudgets({ clock: systemClock, nodes: () => 1 });
    const { factories } = stage;
    const content = new ContentCalls({ ...shared, providers, connections: { db }, budgets, factories, seal });
    const world = new SyncWorld({ stage, content, http, provider }, database);
    await insertContentSyncs(db, [world.scope]);
    return world;
  }

  parts(changes: Partial<SyncParts> = {}): SyncParts {
    return {
      reader: this.content,
      settings: SYNC_SETTINGS,
      model: CURRENT_MODEL,
      tellOperator: async (_, { action, after }) => {
        this.notices.push({ action, after });
      },
      clock: systemClock,
      ...changes,
    };
  }

  /** Takes over the account's job, as a node does after another node's lease has expired. */
  async takeJob(signal: AbortSignal = new AbortController().signal): Promise<SyncJob> {
    const { db, ownerDb } = this.#database;
    await wakeSync(db, this.scope);
    await ownerDb`UPDATE job SET lease_until = NULL, run_at = now() - interval '1 second' WHERE kind = 'content.sync'`;
    const { jobs } = await takeDueJobs(db, {
      leaseMs: { 'content.sync': 60_000 },
      limit: 1,
      perOrganisation: 1,
      running: new Map(),
    });
    const [job] = jobs;
    if (job === undefined) throw new Error('the job is not due');
    return { db, key: job.key, signal, guard: tx => guardLease(tx, job) };
  }

  /** Lets one node run the account's job until it has to wait. */
  async step(changes: Partial<SyncParts> = {}): Promise<JobResult> {
    return runSync(this.parts(changes), await this.takeJob());
  }

  /** Requests a run, as a person does. */
  async request(mode: ContentMode): Promise<void> {
    const { db } = this.#database;
    const sync = await findContentSync(db, this.scope);
    if (sync === undefined) throw new Error('the account has no schedule');
    await insertContentRun(db, this.scope, {
      runId: newId('crn'),
      mode,
      since: sinceOf(mode, sync),
      requestedBy: 'test',
    });
  }

  /** Runs until the current run has ended. Waiting times are skipped. */
  async finish(changes: Partial<SyncParts> = {}): Promise<ContentRun> {
    for (let steps = 0; steps < 50; steps += 1) {
      const run = await this.latest();
      if (run !== undefined && run.state !== 'QUEUED' && run.state !== 'RUNNING' && steps > 0) return run;
      await this.skipWaiting();
      await this.step(changes);
    }
    throw new Error('the run does not end');
  }

  async run(mode: ContentMode, changes: Partial<SyncParts> = {}): Promise<ContentRun> {
    await this.request(mode);
    return this.finish(changes);
  }

  async skipWaiting(): Promise<void> {
    await this.#database
      .ownerDb`UPDATE content_run SET waiting_until = now() WHERE waiting_until IS NOT NULL`;
  }

  async latest(): Promise<ContentRun | undefined> {
    return findLatestContentRun(this.#database.db, this.scope);
  }

  async stored(): Promise<StoredRow[]> {
    return this.#database.ownerDb<StoredRow[]>`
      SELECT supplier_id AS id, name, encode(digest, 'hex') AS digest, gone_at IS NOT NULL AS "isGone"
      FROM supplier_hotel ORDER BY supplier_id`;
  }

  /** Ids of the hotels that are stored and not removed. */
  async present(): Promise<string[]> {
    return (await this.stored()).flatMap(({ id, isGone }) => (isGone ? [] : [id]));
  }

  /** A reader that calls `onPage` when a page has arrived and before it is stored. */
  watched(onPage: (page: number) => Promise<void>): SyncParts['reader'] {
    let pages = 0;
    return this.#reader(async read => {
      pages += 1;
      await onPage(pages);
      return read;
    });
  }

  /** A reader for a supplier whose pages differ from those of the simulator. */
  altered(alter: (page: ContentPage) => ContentPage): SyncParts['reader'] {
    return this.#reader(async read => (read.kind === 'OK' ? { ...read, value: alter(read.value) } : read));
  }

  #reader(
    onRead: (read: ContentOutcome<ContentPage>) => Promise<ContentOutcome<ContentPage>>,
  ): SyncParts['reader'] {
    return {
      list: () => this.content.list(),
      open: scope => {
        const session = this.content.open(scope);
        if (session === undefined) return undefined;
        const page: ContentSession['page'] = async (since, signal) =>
          onRead(await session.page(since, signal));
        return {
          hasDetails: session.hasDetails,
          isPagedByOffset: session.isPagedByOffset,
          page,
          detail: (id, signal) => session.detail(id, signal),
          close: () => session.close(),
        };
      },
    };
  }

  async close(): Promise<void> {
    await this.#http.close();
    await this.stage.simulator.close();
  }
}
