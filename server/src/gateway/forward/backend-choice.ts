/** Which backend comes next: in turn, those that are not ready, failed or turned requests of the class away lately last. */
import type { TrafficClass } from '@serai/contract/operation.ts';
import type { Clock } from '../../platform/clock.ts';

const REST_AFTER_FAILURE_MS = 1_000;
/** Shorter than what clients are told: an overloaded backend that is calm again gets its share at once. */
const REST_AFTER_SHEDDING_MS = 250;

interface Standing {
  isReady: boolean;
  failedAtMs: number;
  shedAtMs: Partial<Record<TrafficClass, number>>;
  /** The whole class, not one request for its cost or its key. */
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

  /** The one that has just been tried only where there is no other. */
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

  /** How many besides this one may well take a request of the class. One that only seemed ill may be well again. */
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

  /** As it says itself, or false when it says nothing. */
  known(backend: Backend, isReady: boolean): void {
    this.#standing(backend).isReady = isReady;
  }

  shed(backend: Backend, trafficClass: TrafficClass, what: 'class' | 'request'): void {
    const { shedAtMs, classShedAtMs } = this.#standing(backend);
    shedAtMs[trafficClass] = this.#clock.monotonicMs();
    if (what === 'class') classShedAtMs[trafficClass] = this.#clock.monotonicMs();
  }

  /** All of them have turned the whole class away lately. */
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
