/** The database roles of the application. None owns anything, and none may bypass row security. */

/** Sees all organisations. */
export const SERVICE_ROLE = 'serai_service';
/**
 * Sees only the organisation that is set on its connection, and nothing without it. The connections of the application
 * start with this role.
 */
export const SCOPED_ROLE = 'serai_scoped';
/** Used by nodes of the previous version. */
export const PREVIOUS_ROLE = 'serai_app';

export const ROLES = [PREVIOUS_ROLE, SERVICE_ROLE, SCOPED_ROLE] as const;
