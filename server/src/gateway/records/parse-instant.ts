/**
 * Parses a timestamp of the API to ms since 1970. Earlier times become 0, because no data is older and PostgreSQL has
 * no year 0.
 */
export function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
}
