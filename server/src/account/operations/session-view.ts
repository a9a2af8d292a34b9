import type { session } from '@serai/contract/account/session.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { OperatorContext } from '../../platform/operations/operator/operator-handler.ts';
import { getOperator, getOrganisation } from '../organisation-store.ts';
import { listMemberships } from '../people/member-store.ts';
import { findLiveSession } from '../session-store.ts';
import { organisationView, partnerView } from './partner-view.ts';

export type SessionView = z.input<typeof session>;

interface ViewParts {
  db: Database;
  clock: Clock;
}

/** Throws UNAUTHORIZED if the session has ended since it was opened or since the caller was identified. */
export async function sessionView({ db, clock }: ViewParts, tokenHash: Buffer): Promise<SessionView> {
  const found = await findLiveSession(db, tokenHash, clock.nowMs());
  if (found === undefined) throw new ApiError('UNAUTHORIZED', 'The session has ended. Sign in again.');
  return {
    actor: found.actor,
    memberId: found.memberId ?? null,
    name: found.name ?? null,
    email: found.email ?? null,
    role: found.role,
    ...(await companyOf(db, found.organisationId)),
    memberships: found.personId === undefined ? [] : [...(await listMemberships(db, found.personId))],
    method: 'session',
    expiresAt: new Date(found.endsAtMs).toISOString(),
    confirmedUntil:
      found.confirmedUntilMs === undefined ? null : new Date(found.confirmedUntilMs).toISOString(),
    secondFactor: found.hasSecondFactor,
  };
}

export async function operatorTokenView({
  db,
  actor,
  role,
  organisationId,
}: Pick<OperatorContext, 'db' | 'actor' | 'role' | 'organisationId'>): Promise<SessionView> {
  return {
    actor,
    memberId: null,
    name: null,
    email: null,
    role,
    ...(await companyOf(db, organisationId)),
    memberships: [],
    method: 'operator-token',
    expiresAt: null,
    confirmedUntil: null,
    secondFactor: false,
  };
}

async function companyOf(db: Database, organisationId: string) {
  const [found, { name: operatorName, timeZone }] = [
    await getOrganisation(db, organisationId),
    await getOperator(db),
  ];
  const staff = found.kind === 'OPERATOR';
  return {
    staff,
    operatorName,
    timeZone,
    partner: staff ? null : partnerView(found),
    organisation: organisationView(found),
  };
}
