/** A session as the interface shows it. */
import type { session } from '@serai/contract/account/session/session.ts';
import type { Role } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { getOrganisation, type Organisation } from '../organisation-store.ts';

interface Shown {
  actor: string;
  role: Role;
  organisationId: string;
  /** Absent for the operator token. */
  endsAtMs: number | undefined;
}

export async function sessionView(db: Database, shown: Shown): Promise<z.input<typeof session>> {
  const { actor, role, endsAtMs } = shown;
  return {
    actor,
    role,
    organisation: organisationView(await getOrganisation(db, shown.organisationId)),
    method: endsAtMs === undefined ? 'operator-token' : 'session',
    memberId: null,
    name: null,
    email: null,
    confirmedUntil: null,
    secondFactor: false,
    expiresAt: endsAtMs === undefined ? null : new Date(endsAtMs).toISOString(),
  };
}

export function organisationView({ id, createdAt, ...attributes }: Organisation) {
  return {
    organisationId: id,
    ...attributes,
    createdAt: createdAt.toISOString(),
    requireSecondFactor: false,
    maxKeyLifetimeDays: null,
  };
}
