/** The longest reference that a response may contain (`opaque` in `contract/src/shared/values.ts`). */
const MAX_LENGTH = 512;

/**
 * Shortens a reference. Some hotels return a whole text as their confirmation number. Only the beginning is stored,
 * because one response outside its schema would make a whole list of bookings fail.
 */
export function limitReference(reference: string | null): string | null {
  if (reference === null || reference.length <= MAX_LENGTH) return reference;
  // The cut must not separate the two halves of a character.
  return reference.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
