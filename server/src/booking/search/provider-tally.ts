import type { AvailabilityAnswer } from '@serai/contract/booking/availability.ts';
import type { BatchOutcome, SearchPart } from './search-in-batches.ts';

type ProviderReport = AvailabilityAnswer['providers'][number];
type Status = ProviderReport['status'];

/** In order of severity. The worst status is reported. */
const BY_SEVERITY: readonly Status[] = ['SKIPPED', 'OK', 'ERROR', 'TIMEOUT'];

export class ProviderTally {
  readonly #code: string;
  #status: Status = 'SKIPPED';
  #hotelsQueried = 0;
  #hotelsWithOffers = 0;
  #durationMs = 0;
  #wasSkipped = false;
  #wasTried = false;
  #wasCalled = false;

  constructor(code: string) {
    this.#code = code;
  }

  /** A provider that reports UNSUPPORTED sells none of the hotels and counts as not searched. */
  add({ outcome, hotels, isCached }: Pick<SearchPart, 'outcome' | 'hotels' | 'isCached'>): void {
    if (outcome.kind === 'UNSUPPORTED') return;
    const status = statusOf(outcome);
    this.#wasTried = true;
    if (status === 'SKIPPED') this.#wasSkipped = true;
    else {
      this.#hotelsQueried += hotels.length;
      if (!isCached) this.#wasCalled = true;
    }
    if (BY_SEVERITY.indexOf(status) > BY_SEVERITY.indexOf(this.#status)) this.#status = status;
    if (outcome.kind === 'OK') this.#hotelsWithOffers += outcome.value.hotels.length;
  }

  addDuration(durationMs: number): void {
    if (this.#status !== 'SKIPPED') this.#durationMs += durationMs;
  }

  /** False if the provider may have more offers than it returned. */
  get isComplete(): boolean {
    return this.#status === 'OK' && !this.#wasSkipped;
  }

  /** False if no hotel was left to search for. */
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

/** "No rooms" counts as OK. */
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
