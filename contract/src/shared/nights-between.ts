const DAY_MS = 86_400_000;

/** Negative if the second date is earlier. Not affected by daylight saving time. */
export function nightsBetween(checkIn: string, checkOut: string): number {
  return (Date.parse(checkOut) - Date.parse(checkIn)) / DAY_MS;
}
