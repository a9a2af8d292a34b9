/**
 * Sends a notice when an account has used 80 % or all of the calls that searches may use, each at most once a day for
 * each limit. Notices that cannot be sent are retried. `note` runs after each counted call, so it does no more than
 * compare numbers until a limit is near, and never throws.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import type { Provider } from '../../provider.ts';
import { environmentOf } from '../connections/connection.ts';
import { type BudgetDecision, type BudgetLimits, SHARE_PERCENT } from './call-budget.ts';

export interface BudgetNotice {
  kind: 'provider.budget_near' | 'provider.budget_reached';
  providerId: string;
  environment: Environment;
  text: string;
  /** Identifies the notice. Nodes that report the same notice use the same value. */
  occasion: string;
}

export type SendBudgetNotices = (notices: readonly BudgetNotice[]) => Promise<void>;

const FLUSH_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;
const NEAR_PERCENT = 80;
const NUMBER = new Intl.NumberFormat('en-GB');

interface BudgetNoticesParts {
  send: SendBudgetNotices;
  clock: Clock;
  log: Log;
}

export class BudgetNotices {
  readonly #parts: BudgetNoticesParts;
  readonly #reported = new Set<string>();
  #reportedDay = 0;
  #waiting: BudgetNotice[] = [];
  #repetition: Repetition | undefined;

  constructor(parts: BudgetNoticesParts) {
    this.#parts = parts;
  }

  note(provider: Provider, { perMinute, perDay }: BudgetLimits, decision: BudgetDecision): void {
    this.#check(provider, 'minute', perMinute, decision.usedPerMinute);
    this.#check(provider, 'day', perDay, decision.usedPerDay);
  }

  start(): void {
    const { clock, log } = this.#parts;
    const failed = (err: unknown) =>
      log.warn({ err }, 'writing notices about call budgets failed, will retry');
    this.#repetition = every(clock, FLUSH_EVERY_MS, () => this.flush(), failed);
  }

  async stop(): Promise<void> {
    await this.#repetition?.stop();
    const { log } = this.#parts;
    await this.flush().catch(err => log.warn({ err }, 'notices about call budgets were lost at shutdown'));
  }

  /** Throws if the notices cannot be written. The next flush then writes them. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const batch = this.#waiting;
    await this.#parts.send(batch);
    this.#waiting = this.#waiting.slice(batch.length);
  }

  #check(provider: Provider, window: 'minute' | 'day', limit: number | undefined, used: number): void {
    if (limit === undefined) return;
    const forSearches = (limit * SHARE_PERCENT.SEARCH) / 100;
    if (used * 100 < forSearches * NEAR_PERCENT) return;
    // Not even a call of weight 1 is left.
    const isReached = used + 1 > forSearches;
    const day = Math.floor(this.#parts.clock.nowMs() / DAY_MS);
    if (day !== this.#reportedDay) {
      this.#reported.clear();
      this.#reportedDay = day;
    }
    const kind = isReached ? 'provider.budget_reached' : 'provider.budget_near';
    const environment = environmentOf(provider);
    const providerId = `prv_${environment}_${provider.code}`;
    const occasion = `${providerId} ${window} ${kind} ${day}`;
    if (this.#reported.has(occasion)) return;
    this.#reported.add(occasion);
    const of = `${NUMBER.format(Math.floor(forSearches))} calls a ${window} that searches may use, out of ${NUMBER.format(limit)} in total`;
    const text = isReached
      ? `The provider ${provider.code} has used all of the ${of}. Its searches are skipped until calls become available again. Bookings may use a larger share.`
      : `The provider ${provider.code} has used at least 80 % of the ${of}.`;
    this.#waiting.push({ kind, providerId, environment, text, occasion });
  }
}
