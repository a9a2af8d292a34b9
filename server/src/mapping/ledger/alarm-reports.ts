/**
 * Writes the booking area's reports about mappings: prices and responses that contradict them, and searches for
 * unmapped hotels. Reports are queued in memory and written in the background, so no request waits for them. The queues
 * are bounded. Reports that do not fit are counted and dropped, because the next search or lookup reports a wrong
 * mapping again.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { takeTurn } from '../../platform/take-turn.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { listMapped } from './decision-store.ts';
import { isFarPrice, type PriceAlarmParts, reportFarPrice } from './price-alarms.ts';
import { addDemand } from './queue-store.ts';
import { reportContradiction } from './raise-alarm.ts';

const MAX_REPORTS = 1_000;
/** Maximum number of reported stays to remember. A stay counts once, so reporting it again would be wasted. */
const MAX_STAYS = 10_000;
const STAY_MS = 3_600_000;
const DEMAND_PAUSE_MS = 5_000;
/** Further searches within one `DEMAND_PAUSE_MS` are dropped, because demand only orders the review queue. */
const MAX_SEARCHES = 100;
/** Maximum per partner, so that the searches of other partners are counted too. */
const MAX_PARTNER_SEARCHES = 20;
const DEMAND_BATCH = 1_000;

const KINDS = ['far price', 'other hotel', 'unmapped'] as const;

interface Sale extends ProviderScope {
  hotelId: string;
}

interface Searched {
  environment: Environment;
  organisationId: string;
  asked: readonly { hotelId: string }[];
  sold: readonly { hotelId: string }[];
}

interface ReportParts extends PriceAlarmParts {
  db: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

export class AlarmReports {
  readonly #parts: ReportParts;
  readonly #countDropped: (kind: (typeof KINDS)[number]) => void;
  readonly #reportedStays = new Map<string, number>();
  #reports: (() => Promise<void>)[] = [];
  #writing: Promise<void> | undefined;
  #searches: Searched[] = [];
  readonly #searchesOf = new Map<string, number>();
  #counting: Repetition | undefined;

  readonly isFarPrice = isFarPrice;

  constructor(parts: ReportParts) {
    this.#parts = parts;
    const dropped = parts.metrics.counter(
      'serai_mapping_reports_dropped_total',
      'Reports about hotel mappings that were not written because too many were queued, or because the database failed.',
      { report: KINDS },
    );
    this.#countDropped = kind => dropped.add(dropped.series(kind));
  }

  start(): void {
    const { clock, log } = this.#parts;
    const failed = (err: unknown) => {
      this.#countDropped('unmapped');
      log.warn({ err }, 'counting searches for unmapped hotels failed');
    };
    this.#counting = every(clock, DEMAND_PAUSE_MS, () => this.writeDemand(), failed);
  }

  /** Waits until the queued reports about prices and responses have been written. */
  async stop(): Promise<void> {
    await this.#counting?.stop();
    await this.#writing;
  }

  reportFarPrice(sale: Sale, searched: { stay: string; organisationId: string }): void {
    const { stay, organisationId } = searched;
    const { environment, provider, hotelId } = sale;
    if (!this.#isNewStay(`${organisationId} ${environment} ${provider} ${hotelId} ${stay}`)) return;
    const { db, clock } = this.#parts;
    const atMs = clock.nowMs();
    this.#queue('far price', sale, (scope, supplierId) =>
      reportFarPrice(db, scope, { supplierId, stay, organisationId, atMs }, this.#parts),
    );
  }

  reportOtherHotel(sale: Sale, soldAtMs: number): void {
    const soldAt = new Date(soldAtMs);
    this.#queue('other hotel', sale, (scope, supplierId) =>
      reportContradiction(this.#parts.db, scope, supplierId, soldAt),
    );
  }

  reportUnmapped(search: Searched): void {
    const { organisationId } = search;
    const ofPartner = this.#searchesOf.get(organisationId) ?? 0;
    if (this.#searches.length >= MAX_SEARCHES || ofPartner >= MAX_PARTNER_SEARCHES) {
      this.#countDropped('unmapped');
      return;
    }
    this.#searchesOf.set(organisationId, ofPartner + 1);
    this.#searches.push(search);
  }

  /**
   * In one round, each partner counts once for a hotel, so that a partner that repeats its searches has less influence
   * on the order of the queue.
   */
  async writeDemand(): Promise<void> {
    const searches = this.#searches;
    this.#searches = [];
    this.#searchesOf.clear();
    const counts: Record<Environment, Map<string, number>> = { sandbox: new Map(), production: new Map() };
    const counted = new Map<string, Set<string>>();
    for (const { environment, organisationId, asked, sold } of searches) {
      const key = `${environment} ${organisationId}`;
      const ofPartner = counted.get(key) ?? new Set();
      counted.set(key, ofPartner);
      const soldIds = new Set(sold.map(({ hotelId }) => hotelId));
      const count = counts[environment];
      for (const { hotelId } of asked) {
        if (soldIds.has(hotelId) || ofPartner.has(hotelId)) continue;
        ofPartner.add(hotelId);
        count.set(hotelId, (count.get(hotelId) ?? 0) + 1);
      }
      await takeTurn();
    }
    for (const environment of ['sandbox', 'production'] as const) {
      const entries = [...counts[environment]];
      for (let at = 0; at < entries.length; at += DEMAND_BATCH) {
        await addDemand(this.#parts.db, environment, new Map(entries.slice(at, at + DEMAND_BATCH)));
      }
    }
  }

  #isNewStay(stay: string): boolean {
    const nowMs = this.#parts.clock.monotonicMs();
    const lastMs = this.#reportedStays.get(stay);
    if (lastMs !== undefined && nowMs - lastMs < STAY_MS) return false;
    this.#reportedStays.delete(stay);
    const [oldest] = this.#reportedStays.size < MAX_STAYS ? [] : this.#reportedStays.keys();
    if (oldest !== undefined) this.#reportedStays.delete(oldest);
    this.#reportedStays.set(stay, nowMs);
    return true;
  }

  /** A hotel can have several ids at the provider. We do not know which one is wrong, so we report them all. */
  #queue(
    kind: 'far price' | 'other hotel',
    { provider, environment, hotelId }: Sale,
    report: (scope: ProviderScope, supplierId: string) => Promise<boolean>,
  ): void {
    if (this.#reports.length >= MAX_REPORTS) {
      this.#countDropped(kind);
      return;
    }
    const { db, log } = this.#parts;
    const scope = { provider, environment };
    this.#reports.push(async () => {
      try {
        for (const { supplierId } of await listMapped(db, scope, [hotelId])) {
          if (!(await report(scope, supplierId))) continue;
          log.warn(
            { ...scope, hotelId, supplierId, report: kind },
            'took a hotel with a doubtful mapping off sale',
          );
        }
      } catch (err) {
        this.#countDropped(kind);
        log.warn({ err, ...scope, hotelId, report: kind }, 'reporting a doubtful hotel mapping failed');
      }
    });
    this.#writing ??= this.#write();
  }

  /** Writes one report at a time, because all reports of a provider take the same lock. */
  async #write(): Promise<void> {
    while (this.#reports.length > 0) {
      const reports = this.#reports;
      this.#reports = [];
      for (const report of reports) await report();
    }
    this.#writing = undefined;
  }
}
