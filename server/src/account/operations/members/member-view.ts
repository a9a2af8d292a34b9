import type { member } from '@serai/contract/account/members.ts';
import type { z } from 'zod';
import type { Member } from '../../people/member-store.ts';

export function memberView(found: Member): z.input<typeof member> {
  return {
    memberId: found.id,
    email: found.email,
    name: found.name,
    role: found.role,
    status: found.personId === null ? 'INVITED' : 'ACTIVE',
    secondFactor: found.hasSecondFactor,
    createdAt: found.createdAt.toISOString(),
    lastSignInAt: found.lastSignInAt?.toISOString() ?? null,
  };
}
