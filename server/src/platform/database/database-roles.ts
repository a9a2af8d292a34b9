/** The application's database roles. They own nothing and may not bypass row security. */

/** Sees the rows of all organisations. */
export const SERVICE_ROLE = 'serai_service';
/**
 * Sees only the organisation that is set on its connection, and no rows if none is set. The application's connections
 * start with this role.
 */
export const SCOPED_ROLE = 'serai_scoped';
/** The role of nodes that still run the previous version. */
export const PREVIOUS_ROLE = 'serai_app';

export const ROLES = [PREVIOUS_ROLE, SERVICE_ROLE, SCOPED_ROLE] as const;
