/** Spans of time that end now, by the words of the address: `24h`, `7d`. */
const UNIT_MS = { h: 3_600_000, d: 86_400_000 } as const;

/** Begins at a whole minute, so that the same span asked for again is the same question. */
export function periodFrom(period: string | undefined, nowMs = Date.now()): string {
  const [, digits = '24', unit = 'h'] = /^(\d{1,3})([hd])$/.exec(period ?? '') ?? [];
  const fromMs = nowMs - Number(digits) * UNIT_MS[unit as 'h' | 'd'];
  return new Date(Math.floor(fromMs / 60_000) * 60_000).toISOString();
}
