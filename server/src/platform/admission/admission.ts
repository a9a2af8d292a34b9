/**
 * Admits requests by class and environment, before any work is done. Every class has its own slots in each environment,
 * so neither slow searches nor the sandbox can starve bookings. Organisations share the slots of a class (see
 * fair-share.ts).
 */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { FairShare } from './fair-share.ts';
import type { Pressure } from './pressure.ts';
import { type ShedReason, shed } from './shed.ts';

/** The number of slots for each class, in each environment. */
export type ClassCaps = Record<TrafficClass, number>;

/** The owner of a request, as identified by its key or token. */
export interface RequestOwner {
  readonly organisationId: string;
  readonly environment: Environment;
}

interface AdmissionParts {
  caps: ClassCaps;
  /**
   * This many requests of a class are admitted in each environment, however late the process is. An organisation gets
   * at most half of them, so that it cannot take them from the others.
   */
  alwaysAdmitted: number;
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

  /** Throws SERVICE_UNAVAILABLE if `enter` would. It takes no slot, so call it before the body is read. */
  check(name: TrafficClass, owner: RequestOwner): void {
    const { organisationId, environment } = owner;
    const slots = this.#slots[environment][name];
    const { alwaysAdmitted, pressure } = this.#parts;
    const isFew = slots.total < alwaysAdmitted && slots.heldBy(organisationId) * 2 < alwaysAdmitted;
    const isLate = !isFew && pressure.isShed(name);
    const reason = isLate ? 'late' : slots.checkTake(organisationId);
    if (reason !== undefined) this.reject(name, reason, owner);
  }

  /** Takes a slot, or throws SERVICE_UNAVAILABLE. The caller releases the slot with `leave`. */
  enter(name: TrafficClass, owner: RequestOwner): void {
    this.check(name, owner);
    this.#slots[owner.environment][name].take(owner.organisationId);
  }

  /** Counts the rejection and throws SERVICE_UNAVAILABLE. For callers that have their own reason to reject. */
  reject(name: TrafficClass, reason: ShedReason, { environment }: RequestOwner): never {
    this.#parts.onShed(name, reason, environment);
    throw shed(reason);
  }

  leave(name: TrafficClass, { organisationId, environment }: RequestOwner): void {
    this.#slots[environment][name].release(organisationId);
  }

  inFlightOf(name: TrafficClass, { organisationId, environment }: RequestOwner): number {
    return this.#slots[environment][name].heldBy(organisationId);
  }

  inFlight(name: TrafficClass, environment: Environment): number {
    return this.#slots[environment][name].total;
  }
}
