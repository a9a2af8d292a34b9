/** What is stored as the interface shows it. Pure. */
import type { delivery } from '@serai/contract/account/deliveries/delivery.ts';
import type { endpoint } from '@serai/contract/account/webhooks/endpoint.ts';
import type { z } from 'zod';
import type { StoredDelivery } from '../deliveries/delivery-list-store.ts';
import type { StoredEndpoint } from '../endpoints/stored-endpoint-store.ts';

export function endpointView(stored: StoredEndpoint): z.input<typeof endpoint> {
  const { organisationId: _, statusSince, createdAt, updatedAt, secrets, health, ...plain } = stored;
  return {
    ...plain,
    statusSince: statusSince.toISOString(),
    createdAt: createdAt.toISOString(),
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

export function instantOrNull(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
