/** What a person types to mean it. */
export const RESET_WORDS = 'reset sandbox';
