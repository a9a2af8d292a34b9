/**
 * Reports when a rate window of a key is nearly used up and when it is completely used up, each at most once a day for
 * each window. Each counted request is checked, so the check only compares three numbers until a limit is near. Failed
 * reports are retried.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import { listKeyNames } from '../keys/key-store.ts';
import { type LimitDecision, limitOf, WINDOWS, type WindowName } from '../limits/limiter.ts';
import { Flusher } from '../writing/flusher.ts';

const FLUSH_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;
/** A limit is near when at most one fifth of it is left. */
const PARTS = 5;
const BATCH = 100;
const MAX_WAITING = 10_000;

export interface LimitAlert {
  kind: 'limit.near' | 'limit.reached';
  keyId: string;
  organisationId: string;
  environment: Environment;
  window: WindowName;
  limit: number;
  /** Consists of key, window, kind and day, so it is the same on all nodes that report the alert. */
  occasion: string;
}

export type SendLimitAlerts = (alerts: readonly LimitAlert[]) => Promise<void>;

interface LimitAlertsParts {
  send: SendLimitAlerts;
  clock: Clock;
  log: Log;
}

export class LimitAlerts {
  readonly #send: SendLimitAlerts;
  readonly flusher: Flusher;
  readonly #reported = new Set<string>();
  #reportedDay = 0;
  #waiting: LimitAlert[] = [];

  constructor({ send, clock, log }: LimitAlertsParts) {
    this.#send = send;
    const flush = () => this.#flush();
    this.flusher = new Flusher({
      clock,
      log,
      what: 'notices about rate limits',
      everyMs: FLUSH_EVERY_MS,
      send: flush,
    });
  }

  note(record: KeyRecord, { remaining }: LimitDecision, nowMs: number): void {
    const { perMinute, perHour, perDay } = record.limits;
    if (remaining[0] * PARTS <= perMinute) this.#near(record, 0, remaining[0], nowMs);
    if (remaining[1] * PARTS <= perHour) this.#near(record, 1, remaining[1], nowMs);
    if (remaining[2] * PARTS <= perDay) this.#near(record, 2, remaining[2], nowMs);
  }

  #near(record: KeyRecord, place: 0 | 1 | 2, remaining: number, nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.#reportedDay) {
      this.#reported.clear();
      this.#reportedDay = day;
    }
    const kind = remaining <= 0 ? 'limit.reached' : 'limit.near';
    const { name: window } = WINDOWS[place];
    const occasion = `${record.id} ${window} ${kind} ${day}`;
    if (this.#reported.has(occasion) || this.#waiting.length >= MAX_WAITING) return;
    this.#reported.add(occasion);
    const { id: keyId, organisationId, environment, limits } = record;
    this.#waiting.push({
      kind,
      keyId,
      organisationId,
      environment,
      window,
      limit: limitOf(limits, window),
      occasion,
    });
  }

  async #flush(): Promise<boolean> {
    const any = this.#waiting.length > 0;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      await this.#send(batch);
      this.#waiting = this.#waiting.slice(batch.length);
    }
    return any;
  }
}

export interface LimitNoticeText extends Omit<LimitAlert, 'window' | 'limit'> {
  text: string;
}

export type SendLimitNotices = (notices: readonly LimitNoticeText[]) => Promise<void>;

const NUMBER = new Intl.NumberFormat('en-GB');

export async function sendLimitNotices(
  pool: Pick<DatabasePool, 'forPartner'>,
  alerts: readonly LimitAlert[],
  send: SendLimitNotices,
): Promise<void> {
  const byOrganisation = Map.groupBy(alerts, ({ organisationId }) => organisationId);
  for (const [organisationId, own] of byOrganisation) {
    const db = pool.forPartner({ organisationId, environment: null });
    const names = await listKeyNames(db, organisationId, [...new Set(own.map(({ keyId }) => keyId))]);
    const notices = own.map(({ window, limit, ...alert }) => {
      const of = `${NUMBER.format(limit)} ${limit === 1 ? 'request' : 'requests'} per ${window}`;
      const name = names.get(alert.keyId) ?? alert.keyId;
      const text =
        alert.kind === 'limit.reached'
          ? `The key “${name}” has used up its ${of}. Further requests return 429 Too Many Requests.`
          : `The key “${name}” has used 80% of its ${of}.`;
      return { ...alert, text };
    });
    await send(notices);
  }
}
