/** Limits, defaults and words of forms, which the dashboard needs without the schemas. */

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** The limits of a new partner. */
export const DEFAULT_CEILINGS = { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 } as const;

/** Typed to confirm that the sandbox is reset. */
export const RESET_WORDS = 'reset sandbox';

/** For each kind of record. */
export const MAX_SEARCH_RESULTS = 6;
