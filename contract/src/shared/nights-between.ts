const DAY_MS = 86_400_000;

/** Nights between two calendar dates; negative when the second is earlier. Calendar dates know no summer time. */
export function nightsBetween(checkIn: string, checkOut: string): number {
  return (Date.parse(checkOut) - Date.parse(checkIn)) / DAY_MS;
}
