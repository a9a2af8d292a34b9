/**
 * Chooses a backend for each request in turn. Backends that are not ready, have just failed or have just rejected
 * requests of the same traffic class come last.
 */
import type { TrafficClass } from '@serai/contract/operation.ts';
import type { Clock } from '../../platform/clock.ts';

const REST_AFTER_FAILURE_MS = 1_000;
/** Shorter than the Retry-After that clients receive, so that a recovered backend quickly gets its share again. */
const REST_AFTER_SHEDDING_MS = 250;

interface Standing {
  isReady: boolean;
  failedAtMs: number;
  shedAtMs: Partial<Record<TrafficClass, number>>;
  /** Times at which a whole traffic class was rejected, not just a single request because of its cost or partner. */
  classShedAtMs: Partial<Record<TrafficClass, number>>;
}

export class BackendChoice<Backend> {
  readonly #backends: readonly Backend[];
  readonly #clock: Clock;
  readonly #standings = new Map<Backend, Standing>();
  #turn = 0;

  constructor(backends: readonly Backend[], clock: Clock) {
    this.#backends = backends;
    this.#clock = clock;
  }

  /** Returns the backend that was just tried only if there are no others. */
  next(trafficClass: TrafficClass, tried: Backend | undefined): Backend {
    const first = this.#turn;
    this.#turn = (this.#turn + 1) % this.#backends.length;
    let [second, third]: (Backend | undefined)[] = [];
    for (let i = 0; i < this.#backends.length; i++) {
      const backend = this.#backends[(first + i) % this.#backends.length] as Backend;
      if (backend === tried) continue;
      if (this.#isWilling(backend, trafficClass)) return backend;
      if (this.#isRested(backend)) second ??= backend;
      else third ??= backend;
    }
    return second ?? third ?? (this.#backends[first] as Backend);
  }

  /**
   * Counts the other backends that may accept a request of this traffic class. A backend that is not ready is included,
   * because it may have recovered.
   */
  othersWilling(trafficClass: TrafficClass, tried: Backend): number {
    return this.#backends.filter(
      each => each !== tried && !this.#shedLately(each, trafficClass) && !this.#failedLately(each),
    ).length;
  }

  answered(backend: Backend): void {
    const standing = this.#standings.get(backend);
    if (standing !== undefined) standing.failedAtMs = Number.NEGATIVE_INFINITY;
  }

  failed(backend: Backend): void {
    this.#standing(backend).failedAtMs = this.#clock.monotonicMs();
  }

  /** Records the last readiness report. `isReady` is false if the backend did not respond. */
  known(backend: Backend, isReady: boolean): void {
    this.#standing(backend).isReady = isReady;
  }

  shed(backend: Backend, trafficClass: TrafficClass, what: 'class' | 'request'): void {
    const { shedAtMs, classShedAtMs } = this.#standing(backend);
    shedAtMs[trafficClass] = this.#clock.monotonicMs();
    if (what === 'class') classShedAtMs[trafficClass] = this.#clock.monotonicMs();
  }

  /** Returns true if every backend has just rejected the whole traffic class. */
  allShed(trafficClass: TrafficClass): boolean {
    return this.#backends.every(each =>
      this.#isLately(this.#standings.get(each)?.classShedAtMs[trafficClass]),
    );
  }

  #isWilling(backend: Backend, trafficClass: TrafficClass): boolean {
    return this.#isRested(backend) && !this.#shedLately(backend, trafficClass);
  }

  #shedLately(backend: Backend, trafficClass: TrafficClass): boolean {
    return this.#isLately(this.#standings.get(backend)?.shedAtMs[trafficClass]);
  }

  #isLately(atMs: number | undefined): boolean {
    return atMs !== undefined && this.#clock.monotonicMs() - atMs <= REST_AFTER_SHEDDING_MS;
  }

  #isRested(backend: Backend): boolean {
    return this.#standings.get(backend)?.isReady !== false && !this.#failedLately(backend);
  }

  #failedLately(backend: Backend): boolean {
    const standing = this.#standings.get(backend);
    if (standing === undefined) return false;
    return this.#clock.monotonicMs() - standing.failedAtMs <= REST_AFTER_FAILURE_MS;
  }

  #standing(backend: Backend): Standing {
    let standing = this.#standings.get(backend);
    if (standing === undefined) {
      standing = { isReady: true, failedAtMs: Number.NEGATIVE_INFINITY, shedAtMs: {}, classShedAtMs: {} };
      this.#standings.set(backend, standing);
    }
    return standing;
  }
}
