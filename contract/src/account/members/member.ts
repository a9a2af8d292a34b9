import { z } from 'zod';
import { ROLES } from '../../operator-operation.ts';
import { choice, flag, instant } from '../../shared/values.ts';
import { memberId } from '../account-ids.ts';

export const memberRole = () =>
  choice(ROLES).describe('Each role may do what the ones before it may: read-only, developer, admin, owner.');

export const memberEmail = () => z.email().max(254);

export const member = z.strictObject({
  memberId: memberId(),
  email: memberEmail(),
  name: z.string().nullable(),
  role: memberRole(),
  status: choice(['INVITED', 'ACTIVE']),
  secondFactor: flag().describe('Whether a second factor is set up.'),
  createdAt: instant(),
  lastSignInAt: instant().nullable(),
});

export const MEMBER_EXAMPLE = {
  memberId: 'mbr_01J9ZC4T3E',
  email: 'ana@example.com',
  name: 'Ana Ruiz',
  role: 'developer',
  status: 'ACTIVE',
  secondFactor: true,
  createdAt: '2026-07-01T09:00:00Z',
  lastSignInAt: '2026-07-02T10:15:00Z',
} satisfies z.input<typeof member>;
