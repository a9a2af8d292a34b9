import type { Role } from '@serai/contract/operator-operation.ts';

/** What each role may do, strongest last, as a person choosing one needs to know it. */
export const ROLE_WORDS: Record<Role, { name: string; may: string }> = {
  'read-only': { name: 'Read-only', may: 'Sees everything, changes nothing.' },
  developer: { name: 'Developer', may: 'Makes sandbox keys and webhooks, tries requests.' },
  admin: { name: 'Admin', may: 'Makes live keys, resolves bookings, invites people.' },
  owner: { name: 'Owner', may: 'Everything, also other owners and the rules of the organisation.' },
};
