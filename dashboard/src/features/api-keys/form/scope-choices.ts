/** The scopes as a person chooses them. A scope that the contract adds is a type error here. */
import type { Scope } from '@serai/contract/scopes.ts';

export const SCOPE_WORDS: Record<Scope, string> = {
  'hotels:search': 'Search availability',
  'hotels:quote': 'Recheck price and availability',
  'hotels:book': 'Create bookings',
  'hotels:read': 'Read and list bookings',
  'hotels:cancel': 'Cancel bookings',
  'content:read': 'Read hotel content',
};

export const SCOPES = Object.keys(SCOPE_WORDS) as Scope[];

export const PRESETS: readonly { name: string; scopes: readonly Scope[] }[] = [
  { name: 'Search only', scopes: ['hotels:search', 'hotels:quote', 'content:read'] },
  { name: 'Full booking', scopes: SCOPES },
  { name: 'Content', scopes: ['content:read'] },
];
