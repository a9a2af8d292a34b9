/** People of the operator. They see all partners, as far as their role allows. */
export const STAFF_ROLES = [
  'owner',
  'admin',
  'support',
  'revenue',
  'finance',
  'developer',
  'viewer',
] as const;
/** People of a partner. They see only that partner. */
export const PARTNER_ROLES = ['partner-admin', 'partner-developer', 'partner-viewer'] as const;
export const ROLES = [...STAFF_ROLES, ...PARTNER_ROLES] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];
export type PartnerRole = (typeof PARTNER_ROLES)[number];
export type Role = (typeof ROLES)[number];

const EVERYONE = ROLES;
const STAFF = STAFF_ROLES;
const ADMINS = ['owner', 'admin'] as const;
const ALL_ADMINS = [...ADMINS, 'partner-admin'] as const;
const DEVELOPERS = [...ADMINS, 'developer', 'partner-admin', 'partner-developer'] as const;

/** Every operator operation needs one permission. The roles that have it are listed here and nowhere else. */
export const PERMISSIONS = {
  'account:own': { label: 'View and change your own account and sessions', roles: EVERYONE },
  'operator:view': { label: 'View the settings of the operator', roles: STAFF },
  'operator:edit': { label: 'Change the settings of the operator', roles: ADMINS },
  'partners:view': { label: 'View partners', roles: EVERYONE },
  'partners:edit': { label: 'Change the defaults and rules of a partner', roles: ALL_ADMINS },
  'partners:manage': {
    label: 'Create, suspend and resume partners; set their name, groups, billing and maximums',
    roles: ADMINS,
  },
  'people:view': { label: 'View people', roles: EVERYONE },
  'people:manage': { label: 'Invite and remove people, and change their roles', roles: ALL_ADMINS },
  'keys:view': {
    label: 'View API keys',
    roles: [...ADMINS, 'support', 'developer', 'viewer', ...PARTNER_ROLES],
  },
  'keys:sandbox': { label: 'Create and change sandbox keys', roles: DEVELOPERS },
  'keys:production': { label: 'Create and change production keys', roles: ALL_ADMINS },
  'keys:spend': {
    label: 'Set the spend limit of a key',
    roles: [...ADMINS, 'developer', 'partner-admin'],
  },
  'keys:ucp': { label: 'Set the UCP platform of a key', roles: [...ADMINS, 'developer'] },
  'keys:report': { label: 'Report a leaked key', roles: [...DEVELOPERS, 'support'] },
  'requests:view': {
    label: 'View the request log and usage',
    roles: [...ADMINS, 'support', 'finance', 'developer', 'viewer', ...PARTNER_ROLES],
  },
  'security:view': {
    label: 'View security findings',
    roles: [...ADMINS, 'developer', 'viewer', ...PARTNER_ROLES],
  },
  'audit:view': { label: 'View the audit log', roles: EVERYONE },
  'search:view': { label: 'Search the records that the role may view', roles: EVERYONE },
  'notices:view': { label: 'View notices', roles: EVERYONE },
  'webhooks:view': {
    label: 'View webhook endpoints, deliveries and events',
    roles: [...ADMINS, 'support', 'developer', 'viewer', ...PARTNER_ROLES],
  },
  'webhooks:edit': { label: 'Create and change webhook endpoints', roles: DEVELOPERS },
  'webhooks:resend': { label: 'Resend events', roles: [...DEVELOPERS, 'support'] },
  'bookings:view': { label: 'View bookings', roles: EVERYONE },
  'bookings:resolve': {
    label: 'Resolve, cancel and annotate bookings',
    roles: [...ADMINS, 'support'],
  },
  'guests:manage': { label: 'Export and erase guest data', roles: ALL_ADMINS },
  'catalogue:view': { label: 'View hotels and places', roles: EVERYONE },
  'inventory:view': { label: 'View own inventory', roles: STAFF },
  'inventory:edit': { label: 'Change own inventory', roles: [...ADMINS, 'revenue'] },
  'providers:view': { label: 'View provider connections', roles: STAFF },
  'providers:edit': { label: 'Change provider connections', roles: ADMINS },
  'mapping:view': { label: 'View hotel mapping', roles: STAFF },
  'mapping:edit': { label: 'Review hotel mappings and start mapping runs', roles: [...ADMINS, 'revenue'] },
  'pricing:view': {
    label: 'View pricing rules and explain prices',
    roles: [...ADMINS, 'support', 'revenue', 'finance', 'viewer'],
  },
  'pricing:edit': { label: 'Change pricing rules', roles: [...ADMINS, 'revenue'] },
  'billing:view': {
    label: 'View balances, ledger entries and statements',
    roles: [...ADMINS, 'support', 'finance', 'viewer', ...PARTNER_ROLES],
  },
  'billing:edit': {
    label: 'Record payments, adjust balances and close statements',
    roles: [...ADMINS, 'finance'],
  },
  'reports:view': {
    label: 'View reports with cost and margin',
    roles: [...ADMINS, 'revenue', 'finance', 'viewer'],
  },
  'reference:view': { label: 'Read the API reference', roles: EVERYONE },
  'reference:try': { label: 'Try operations in the sandbox', roles: DEVELOPERS },
  'sandbox:view': { label: 'View scenarios and certification', roles: EVERYONE },
  'sandbox:certify': { label: 'Start a certification', roles: DEVELOPERS },
  'sandbox:reset': { label: 'Reset the sandbox of a partner', roles: ALL_ADMINS },
  'system:view': { label: 'View system status and jobs', roles: STAFF },
  'system:manage': { label: 'View settings, retry jobs and rotate the signing key', roles: ADMINS },
} as const satisfies Record<string, { label: string; roles: readonly Role[] }>;

export type Permission = keyof typeof PERMISSIONS;

export function isStaffRole(role: Role): role is StaffRole {
  return (STAFF_ROLES as readonly Role[]).includes(role);
}

export function hasPermission(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission].roles as readonly Role[]).includes(role);
}
