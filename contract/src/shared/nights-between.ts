const DAY_MS = 86_400_000;

/**
 * Number of nights between two calendar dates. Negative if the second is earlier. Not affected by daylight
 * saving time.
 */
export function nightsBetween(checkIn: string, checkOut: string): number {
  return (Date.parse(checkOut) - Date.parse(checkIn)) / DAY_MS;
}
