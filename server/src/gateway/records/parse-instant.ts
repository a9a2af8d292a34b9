/** An instant of the interface in ms since 1970. Nothing is older than that, and the database knows no year 0. */
export function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
}
