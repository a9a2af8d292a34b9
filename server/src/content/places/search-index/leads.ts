/** Where strings in byte order begin with which three symbols: most of a search for a prefix, in one step. Pure. */

/** End, gap, ten digits, 26 letters, anything else: in this order also as bytes. */
export const SYMBOLS = 39;
export const OTHER = SYMBOLS - 1;

export function symbolOf(byte: number): number {
  if (byte >= 0x61) return byte <= 0x7a ? byte - 0x61 + 12 : OTHER;
  if (byte >= 0x30) return byte - 0x30 + 2;
  return byte === 0 ? 0 : 1;
}

/** For each three symbols the first string that does not come before them. */
export function leadsOf(bytes: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const leads = new Uint32Array(SYMBOLS ** 3 + 1);
  let next = 0;
  for (let position = 0; position < count; position++) {
    const lead = leadOf(bytes, starts[position] as number);
    for (; next <= lead; next++) leads[next] = position;
  }
  leads.fill(count, next);
  return leads;
}

/** What follows the end, or a byte of another script, does not count. */
function leadOf(bytes: Uint8Array, start: number): number {
  const first = symbolOf(bytes[start] as number);
  const second = first === 0 || first === OTHER ? 0 : symbolOf(bytes[start + 1] as number);
  const third = second === 0 || second === OTHER ? 0 : symbolOf(bytes[start + 2] as number);
  return (first * SYMBOLS + second) * SYMBOLS + third;
}
