/** The roles of the application. None owns anything, and none may bypass row security. */

/** Sees all organisations. */
export const SERVICE_ROLE = 'serai_service';
/**
 * Sees the organisation that the settings of its connection name, and nothing without them. The application's connections begin as
 * it.
 */
export const SCOPED_ROLE = 'serai_scoped';
/** Of nodes of the version before, which know no other. */
export const PREVIOUS_ROLE = 'serai_app';

export const ROLES = [PREVIOUS_ROLE, SERVICE_ROLE, SCOPED_ROLE] as const;
