/**
 * Admits requests by class and environment, before any work is done. Every class has its own slots, once for production
 * and once for the sandbox, so neither slow searches nor the sandbox can starve bookings. Organisations share the slots of
 * a class (see fair-share.ts).
 */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { FairShare } from './fair-share.ts';
import type { Pressure } from './pressure.ts';
import { type ShedReason, shed } from './shed.ts';

/** Slots of each class, in each environment. */
export type ClassCaps = Record<TrafficClass, number>;

/** The owner of a request, as its key or its token names it. */
export interface RequestOwner {
  readonly organisationId: string;
  readonly environment: Environment;
}

interface AdmissionParts {
  caps: ClassCaps;
  pressure: Pick<Pressure, 'isShed'>;
  onShed(name: TrafficClass, reason: ShedReason, environment: Environment): void;
}

export class Admission {
  readonly #parts: AdmissionParts;
  readonly #slots: Record<Environment, Record<TrafficClass, FairShare>>;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    const slots = () =>
      Object.fromEntries(TRAFFIC_CLASSES.map(name => [name, new FairShare(parts.caps[name])]));
    this.#slots = Object.fromEntries(ENVIRONMENTS.map(name => [name, slots()])) as never;
  }

  /** Throws SERVICE_UNAVAILABLE if `enter` would. Takes no slot: call it before the body is read. */
  check(name: TrafficClass, owner: RequestOwner): void {
    const { organisationId, environment } = owner;
    const reason = this.#parts.pressure.isShed(name)
      ? 'late'
      : this.#slots[environment][name].checkTake(organisationId);
    if (reason !== undefined) this.reject(name, reason, owner);
  }

  /** Takes a slot, or throws SERVICE_UNAVAILABLE. The caller gives the slot back with `leave`. */
  enter(name: TrafficClass, owner: RequestOwner): void {
    this.check(name, owner);
    this.#slots[owner.environment][name].take(owner.organisationId);
  }

  /** Rejects for a reason that the caller knows: counts it and throws SERVICE_UNAVAILABLE. */
  reject(name: TrafficClass, reason: ShedReason, { environment }: RequestOwner): never {
    this.#parts.onShed(name, reason, environment);
    throw shed(reason);
  }

  leave(name: TrafficClass, { organisationId, environment }: RequestOwner): void {
    this.#slots[environment][name].release(organisationId);
  }

  inFlight(name: TrafficClass, environment: Environment): number {
    return this.#slots[environment][name].total;
  }
}
