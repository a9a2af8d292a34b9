/**
 * Chooses the backend for the next request in turn. Backends that are not ready, failed recently or recently rejected
 * requests of the class come last.
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
  /** Set if the whole class was rejected, not a single request because of its cost or partner. */
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

  /** Returns the backend that was just tried only if there is no other. */
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
   * The number of other backends that may accept a request of the class. A backend that is not ready may have
   * recovered, so it counts.
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

  /** Its last readiness report, or false if it did not respond. */
  known(backend: Backend, isReady: boolean): void {
    this.#standing(backend).isReady = isReady;
  }

  shed(backend: Backend, trafficClass: TrafficClass, what: 'class' | 'request'): void {
    const { shedAtMs, classShedAtMs } = this.#standing(backend);
    shedAtMs[trafficClass] = this.#clock.monotonicMs();
    if (what === 'class') classShedAtMs[trafficClass] = this.#clock.monotonicMs();
  }

  /** True if all backends have recently rejected the whole class. */
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
