import type { Role } from '@serai/contract/roles.ts';
import type { Output } from '../../lib/calls/operator-client.ts';

export type Member = Output<'members/list'>['members'][number];

/** The name, or the email address of a person who has not set a name yet. */
export function displayName({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name ?? email;
}

/** Name and permissions of each role, from lowest to highest. */
export const ROLES_EXPLAINED: Record<Role, { name: string; may: string }> = {
  'read-only': { name: 'Read-only', may: 'Can view everything, but change nothing.' },
  developer: { name: 'Developer', may: 'Can manage sandbox keys and webhooks and try requests.' },
  admin: { name: 'Admin', may: 'Can also manage production keys, resolve bookings and invite members.' },
  owner: { name: 'Owner', may: 'Can do everything, including managing owners and organisation rules.' },
};
