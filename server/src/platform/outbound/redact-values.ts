/** Removes known personal values from recorded text, wherever they occur. Pure. */

/** Shorter values could occur inside other words, so they are removed only as whole words. */
const SHORTEST_PART = 4;
/** A single letter is an initial, not a name. */
const SHORTEST_VALUE = 2;

/** Ignores case, because suppliers return names in upper case. Names of JSON fields are kept. */
export function redactValues(text: string, values: readonly string[], replacement: string): string {
  let redacted = text;
  for (const value of values) {
    if (value.length < SHORTEST_VALUE) continue;
    const encoded = JSON.stringify(value).slice(1, -1);
    for (const each of new Set([value, encoded])) {
      const pattern =
        value.length < SHORTEST_PART
          ? String.raw`(?<![\p{L}\p{N}])${escaped(each)}(?![\p{L}\p{N}])(?!"\s*:)`
          : escaped(each);
      redacted = redacted.replace(new RegExp(pattern, 'giu'), () => replacement);
    }
  }
  return redacted;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
