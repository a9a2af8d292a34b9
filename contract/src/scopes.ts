/** The permissions of an API key. A key has one or more scopes. Every operation requires exactly one. */
export const SCOPES = {
  'hotels:search': 'Search hotel availability.',
  'hotels:quote': 'Recheck pricing and availability.',
  'hotels:book': 'Create bookings.',
  'hotels:read': 'Read booking details and list bookings.',
  'hotels:cancel': 'Cancel bookings.',
  'content:read': 'Access hotel content and catalog data.',
} as const;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
