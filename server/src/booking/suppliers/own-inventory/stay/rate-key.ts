/** Pure. Finds an offer again: its plan and its room types. Readable where that fits. */
import { hashedId } from '../../../../platform/ids/hashed-id.ts';

const MAX_LENGTH = 64;
const SEPARATOR = '~';

/** One code where all positions have the same room type. */
export function rateKey(planCode: string, roomCodes: readonly string[]): string {
  const [first = ''] = roomCodes;
  const codes = roomCodes.every(code => code === first) ? [first] : roomCodes;
  const key = [planCode, ...codes].join(SEPARATOR);
  const isPlain = key.length <= MAX_LENGTH && !codes.some(code => code.includes(SEPARATOR));
  return isPlain ? key : `${planCode}${hashedId('~~', JSON.stringify(codes))}`;
}

/** Codes of plans have no separator in them. */
export function planOfRateKey(key: string): string {
  return key.slice(0, key.indexOf(SEPARATOR));
}
