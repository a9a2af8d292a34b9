/** Converts stored data and list positions to the format of the operator API. Pure. */
import type { delivery } from '@serai/contract/account/deliveries.ts';
import type { event } from '@serai/contract/account/events.ts';
import type { endpoint } from '@serai/contract/account/webhook-endpoint.ts';
import { ACTORS, type Actor } from '@serai/contract/booking/booking-states.ts';
import type { z } from 'zod';
import { shownActor, type Viewer } from '../../platform/operations/operator/shown-actor.ts';
import type { StoredDelivery } from '../deliveries/delivery-list-store.ts';
import type { ListPosition, StoredEndpoint } from '../endpoints/stored-endpoint-store.ts';
import type { StoredEvent } from '../events/event-list-store.ts';

export function endpointView(stored: StoredEndpoint, viewer: Viewer): z.input<typeof endpoint> {
  const { organisationId: partnerId, statusSince, createdAt, createdBy, createdByStaff, ...others } = stored;
  const { updatedAt, secrets, health, notices: _, ...plain } = others;
  return {
    ...plain,
    partnerId,
    statusSince: statusSince.toISOString(),
    createdAt: createdAt.toISOString(),
    createdBy: shownActor(viewer, createdBy, createdByStaff),
    updatedAt: updatedAt.toISOString(),
    secrets: secrets.map(secret => ({
      createdAt: secret.createdAt.toISOString(),
      validUntil: instantOrNull(secret.validUntil),
    })),
    health: {
      ...health,
      lastSuccessAt: instantOrNull(health.lastSuccessAt),
      lastFailureAt: instantOrNull(health.lastFailureAt),
      failingSince: instantOrNull(health.failingSince),
      nextAttemptAt: instantOrNull(health.nextAttemptAt),
      disablesAt: instantOrNull(health.disablesAt),
    },
  };
}

export function deliveryView(stored: StoredDelivery): z.input<typeof delivery> {
  const { createdAt, deliveredAt, nextAttemptAt, attempts, ...plain } = stored;
  return {
    ...plain,
    createdAt: createdAt.toISOString(),
    deliveredAt: instantOrNull(deliveredAt),
    nextAttemptAt: instantOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  };
}

export function eventView(stored: StoredEvent): z.input<typeof event> {
  const { at, actor, ...plain } = stored;
  return { ...plain, actor: isActor(actor) ? actor : null, at: at.toISOString() };
}

function isActor(word: unknown): word is Actor {
  return (ACTORS as readonly unknown[]).includes(word);
}

export function instantOrNull(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

export function positionText(at: Date, id: string): string[] {
  return [at.toISOString(), id];
}

export function positionOf([at, id]: string[]): ListPosition {
  return { at: new Date(at as string), id: id as string };
}

export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
