/** Removes known personal values from recorded text, wherever they occur. Pure. */

/** Shorter values could occur inside other words, so they are removed only as whole words. */
const SHORTEST_PART = 4;
/** A single letter is an initial, not a name. */
const SHORTEST_VALUE = 2;
/**
 * The name of a JSON field. Text in quotes before a colon may also be part of a message, so a name must follow `{` or
 * `,`.
 */
const FIELD_NAME = String.raw`(?<=[{,]\s*)"[\w.$-]+"\s*:`;

/** Ignores case, because suppliers return names in upper case. Names of JSON fields are kept. */
export function redactValues(text: string, values: readonly string[], replacement: string): string {
  const patterns = values
    .filter(({ length }) => length >= SHORTEST_VALUE)
    .flatMap(value => [...new Set([value, JSON.stringify(value).slice(1, -1)])])
    // The longest first, so that a full name is removed as a whole.
    .sort((a, b) => b.length - a.length)
    .map(patternOf);
  if (patterns.length === 0) return text;
  return text.replace(
    new RegExp(`(?<field>${FIELD_NAME})|${patterns.join('|')}`, 'giu'),
    (found, field?: string) => (field === undefined ? replacement : found),
  );
}

function patternOf(value: string): string {
  const pattern = value.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return value.length < SHORTEST_PART ? String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])` : pattern;
}
