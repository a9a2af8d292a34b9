import { PARTNER_ROLES, type Role, STAFF_ROLES } from '@serai/contract/roles.ts';
import type { Output } from '../../lib/calls/operator-client.ts';

export type Member = Output<'members/list'>['members'][number];

/** The name, or the email address of a person who has not set a name yet. */
export function displayName({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name ?? email;
}

export const ROLES_EXPLAINED: Record<Role, { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'Can do everything, including managing owners.' },
  admin: { name: 'Admin', may: 'Can do everything except manage owners.' },
  support: { name: 'Support', may: 'Can resolve, cancel and annotate bookings, and resend events.' },
  revenue: {
    name: 'Revenue',
    may: 'Can change pricing rules, hotel mappings, and the inventory of all or certain hotels.',
  },
  finance: {
    name: 'Finance',
    may: 'Can record payments, adjust balances, close statements and read reports.',
  },
  developer: { name: 'Developer', may: 'Can manage partners’ webhooks and sandbox keys, and try requests.' },
  viewer: { name: 'Viewer', may: 'Can view almost everything, but change nothing.' },
  'partner-admin': { name: 'Admin', may: 'Can manage keys, webhooks and partner users.' },
  'partner-developer': { name: 'Developer', may: 'Can manage webhooks and sandbox keys, and try requests.' },
  'partner-viewer': { name: 'Viewer', may: 'Can view all of the partner’s data, but change nothing.' },
};

export function rolesOf(isPartner: boolean): readonly Role[] {
  return isPartner ? PARTNER_ROLES : STAFF_ROLES;
}
