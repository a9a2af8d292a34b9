/** What became of one provider in a search, over all portions of hotels it was asked for. */
import type { AvailabilityAnswer } from '@serai/contract/booking/availability.ts';
import type { BatchOutcome, SearchPart } from './search-in-batches.ts';

type ProviderReport = AvailabilityAnswer['providers'][number];
type Status = ProviderReport['status'];

/** The worse of two counts. */
const BY_GRAVITY: readonly Status[] = ['SKIPPED', 'OK', 'ERROR', 'TIMEOUT'];

export class ProviderTally {
  readonly #code: string;
  #status: Status = 'SKIPPED';
  #hotelsQueried = 0;
  #hotelsWithOffers = 0;
  #durationMs = 0;
  #wasLeftOut = false;
  #wasTried = false;
  #wasCalled = false;

  constructor(code: string) {
    this.#code = code;
  }

  /** One that sells none of the hotels, and says so, counts as not asked. */
  add({ outcome, hotels, isCached }: Pick<SearchPart, 'outcome' | 'hotels' | 'isCached'>): void {
    if (outcome.kind === 'UNSUPPORTED') return;
    const status = statusOf(outcome);
    this.#wasTried = true;
    if (status === 'SKIPPED') this.#wasLeftOut = true;
    else {
      this.#hotelsQueried += hotels.length;
      if (!isCached) this.#wasCalled = true;
    }
    if (BY_GRAVITY.indexOf(status) > BY_GRAVITY.indexOf(this.#status)) this.#status = status;
    if (outcome.kind === 'OK') this.#hotelsWithOffers += outcome.value.hotels.length;
  }

  /** How long the parts that were added took together. */
  took(durationMs: number): void {
    if (this.#status !== 'SKIPPED') this.#durationMs += durationMs;
  }

  /** Whether more may be for sale than it told. */
  get isComplete(): boolean {
    return this.#status === 'OK' && !this.#wasLeftOut;
  }

  /** False where no hotel was left to ask for. */
  get wasTried(): boolean {
    return this.#wasTried;
  }

  get status(): Status {
    return this.#status;
  }

  report(): ProviderReport {
    return {
      code: this.#code,
      status: this.#status,
      hotelsQueried: this.#hotelsQueried,
      hotelsWithOffers: this.#hotelsWithOffers,
      durationMs: Math.round(this.#durationMs),
      ...(this.#status !== 'SKIPPED' && { source: this.#wasCalled ? ('LIVE' as const) : ('CACHE' as const) }),
    };
  }
}

/** That there are no rooms is an answer. */
function statusOf(outcome: Exclude<BatchOutcome, { kind: 'UNSUPPORTED' }>): Status {
  switch (outcome.kind) {
    case 'OK':
    case 'NONE':
    case 'GONE':
      return 'OK';
    case 'SKIPPED':
      return outcome.reason === 'NO_TIME' ? 'TIMEOUT' : 'SKIPPED';
    case 'FAILED':
      return outcome.cause === 'TIMEOUT' ? 'TIMEOUT' : 'ERROR';
    case 'THROTTLED':
      return 'ERROR';
  }
}
