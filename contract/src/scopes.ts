/** What a key may do. A key has one or more; every operation needs exactly one. */
export const SCOPES = {
  'hotels:search': 'Search hotel availability.',
  'hotels:quote': 'Recheck pricing and availability.',
  'hotels:book': 'Create bookings.',
  'hotels:read': 'Read booking details and list bookings.',
  'hotels:cancel': 'Cancel bookings.',
  'content:read': 'Access hotel content and catalog data.',
} as const;

/** The name of one permission of a key. */
export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
