/** Represents a stored key as the operator API returns it, without any secret. Pure. */
import type { key } from '@serai/contract/account/key.ts';
import type { z } from 'zod';
import { shownActor, type Viewer } from '../../platform/operations/operator/shown-actor.ts';
import { displayKey } from './key-format.ts';
import type { StoredKey, StoredKeySecret, StoredUse } from './key-store.ts';
import { spendLimitView } from './spend-limit.ts';

type KeyView = z.input<typeof key>;

export function keyView(stored: StoredKey, nowMs: number, viewer: Viewer): KeyView {
  const current = stored.secrets.find(secret => secret.validUntil === null);
  return {
    keyId: stored.id,
    partnerId: stored.organisationId,
    name: stored.name,
    environment: stored.environment,
    purpose: stored.purpose,
    scopes: [...stored.scopes],
    allowedAddresses: [...stored.allowedAddresses],
    limits: { ...stored.limits, spend: spendLimitView(stored.spendLimit) },
    ucp: stored.ucp && { ...stored.ucp, capabilities: [...stored.ucp.capabilities] },
    expiresAt: stored.expiresAt?.toISOString() ?? null,
    status: statusAt(stored, nowMs),
    display: displayKey(stored.environment, stored.id, current?.start ?? ''),
    createdAt: stored.createdAt.toISOString(),
    createdBy: shownActor(viewer, stored.createdBy, stored.createdByStaff),
    updatedAt: stored.updatedAt.toISOString(),
    // A disabled or expired key can become active again with the same secrets. A revoked key cannot.
    secrets:
      stored.status === 'REVOKED' ? [] : stored.secrets.flatMap(secret => secretView(secret, stored, nowMs)),
    lastUsed: useView(stored.lastUse),
  };
}

/** EXPIRED is not stored. It follows from the current time. */
export function statusAt(stored: Pick<StoredKey, 'status' | 'expiresAt'>, nowMs: number): KeyView['status'] {
  const expired = stored.expiresAt !== null && nowMs >= stored.expiresAt.getTime();
  return stored.status === 'ACTIVE' && expired ? 'EXPIRED' : stored.status;
}

function secretView(secret: StoredKeySecret, { expiresAt }: StoredKey, nowMs: number): KeyView['secrets'] {
  const endMs = secret.validUntil === null ? null : overlapEndMs(secret.validUntil, expiresAt);
  if (endMs !== null && endMs <= nowMs) return [];
  return [
    {
      secretId: secret.id,
      start: secret.start,
      createdAt: instant(secret.createdAt),
      validUntil: endMs === null ? null : new Date(endMs).toISOString(),
      lastUsed: useView(secret.lastUse),
    },
  ];
}

/** If the key's expiry was brought forward during the overlap, the overlap ends with the key. */
function overlapEndMs(validUntil: string, expiresAt: Date | null): number {
  return Math.min(Date.parse(validUntil), expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
}

function useView(use: StoredUse | null): KeyView['lastUsed'] {
  return use && { ...use, at: instant(use.at) };
}

/** In JSON, the database writes times with an offset and microseconds. */
function instant(text: string): string {
  return new Date(text).toISOString();
}
