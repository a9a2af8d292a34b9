const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The two largest units, for example `3 days 4 hours`. */
export function formatDuration(seconds: number): string {
  const parts: string[] = [];
  let left = Math.max(0, Math.floor(seconds));
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  if (parts.length === 0) return `${left} s`;
  return parts.slice(0, 2).join(' ');
}

export function formatUptime(startedAt: string, nowMs = Date.now()): string {
  return formatDuration((nowMs - Date.parse(startedAt)) / 1000);
}
