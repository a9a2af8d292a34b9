/**
 * Lets requests in by class, before any work is done. Each class has its own cap, so slow searches cannot starve
 * bookings; under contention one key holds at most half of a class.
 */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import type { Pressure } from './pressure.ts';
import { type ShedReason, shed } from './shed.ts';

export type ClassCaps = Record<TrafficClass, number>;

interface ClassLoad {
  total: number;
  byKey: Map<string, number>;
}

interface AdmissionParts {
  caps: ClassCaps;
  pressure: Pick<Pressure, 'isShed'>;
  onShed(name: TrafficClass, reason: ShedReason): void;
}

export class Admission {
  readonly #parts: AdmissionParts;
  readonly #inFlight: Record<TrafficClass, ClassLoad>;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    const empty = TRAFFIC_CLASSES.map(name => [name, { total: 0, byKey: new Map() }]);
    this.#inFlight = Object.fromEntries(empty);
  }

  /** Takes a place, or throws SERVICE_UNAVAILABLE. The caller gives it back with `leave`. */
  enter(name: TrafficClass, keyId: string): void {
    const load = this.#inFlight[name];
    const held = load.byKey.get(keyId) ?? 0;
    const reason = this.#whyNot(name, load.total, held);
    if (reason !== undefined) this.turnAway(name, reason);
    load.total++;
    load.byKey.set(keyId, held + 1);
  }

  /** For a reason that others know: counts it and throws SERVICE_UNAVAILABLE. */
  turnAway(name: TrafficClass, reason: ShedReason): never {
    this.#parts.onShed(name, reason);
    throw shed(reason);
  }

  leave(name: TrafficClass, keyId: string): void {
    const load = this.#inFlight[name];
    const held = load.byKey.get(keyId) ?? 0;
    load.total--;
    if (held <= 1) load.byKey.delete(keyId);
    else load.byKey.set(keyId, held - 1);
  }

  inFlight(name: TrafficClass): number {
    return this.#inFlight[name].total;
  }

  #whyNot(name: TrafficClass, total: number, held: number): ShedReason | undefined {
    const cap = this.#parts.caps[name];
    if (this.#parts.pressure.isShed(name)) return 'late';
    if (total >= cap) return 'full';
    return total * 2 >= cap && held * 2 >= cap ? 'key' : undefined;
  }
}
