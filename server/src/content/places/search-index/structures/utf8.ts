/** Decodes valid UTF-8 in place, one code point at a time. */

export function pointBytes(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

export function pointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return lead;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f);
}

/** Writes up to `limit` code points into `points` and returns how many it wrote. */
export function decodePoints(
  bytes: Uint8Array,
  from: number,
  to: number,
  points: Int32Array,
  limit: number,
): number {
  let count = 0;
  for (let at = from; at < to && count < limit; at += pointBytes(bytes[at] as number)) {
    points[count++] = pointAt(bytes, at);
  }
  return count;
}
