/** The hash slot of a key in a Redis Cluster, as its specification defines it: CRC-16 (XMODEM) of the key. Pure. */

const SLOTS = 16_384;
const POLYNOMIAL = 0x1021;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc & 0xffff;
});

export function redisSlot(key: string): number {
  let crc = 0;
  for (const byte of Buffer.from(hashedPart(key))) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] as number);
  }
  return crc % SLOTS;
}

/** If the key contains a part in braces, only this part counts. */
function hashedPart(key: string): string {
  const start = key.indexOf('{');
  const end = key.indexOf('}', start + 1);
  return start === -1 || end <= start + 1 ? key : key.slice(start + 1, end);
}
