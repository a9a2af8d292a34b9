/**
 * The exchange rates used to calculate prices, cached in memory. The sandbox has fixed rates. Production rates are
 * imported, and every node picks up a new table within about a second.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { Log } from '../../platform/log.ts';
import { type RateRow, readNewestRates } from './rate-store.ts';
import { type ExchangeRate, type RateTable, rateIn, SANDBOX_RATES } from './rate-table.ts';

const POLL_MS = 1_000;
const NO_RATES: RateTable = { asOfMs: 0, perBase: new Map() };

interface RatesParts {
  db: Database;
  clock: Clock;
  log: Log;
}

export class Rates {
  readonly #parts: RatesParts;
  #production = NO_RATES;
  #polling: Repetition | undefined;

  constructor(parts: RatesParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.follow();
    const { clock, log } = this.#parts;
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.follow(),
      error =>
        log.warn({ err: error }, 'reading exchange rates failed, continuing with the last known rates'),
    );
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  find(environment: Environment, from: string, to: string): ExchangeRate | undefined {
    return rateIn(environment === 'sandbox' ? SANDBOX_RATES : this.#production, from, to);
  }

  /** Reads the newest table, which has a few hundred rows at most. */
  async follow(): Promise<void> {
    this.#production = tableOf(await readNewestRates(this.#parts.db, 'production'));
  }
}

function tableOf(rows: readonly RateRow[]): RateTable {
  const [first] = rows;
  if (first === undefined) return NO_RATES;
  const perBase = new Map([[first.base, '1']]);
  for (const { currency, rate } of rows) perBase.set(currency, rate);
  return { asOfMs: first.asOf.getTime(), perBase };
}
