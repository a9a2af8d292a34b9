/**
 * Rate keys of own inventory: the plan code and the room codes, or a hash of the room codes if the key would exceed 64
 * characters or a room code contains the separator. Pure.
 */
import { hashedId } from '../../../../platform/ids/hashed-id.ts';

const MAX_LENGTH = 64;
const SEPARATOR = '~';

/** Contains a single code if all occupancies get the same room type. */
export function rateKey(planCode: string, roomCodes: readonly string[]): string {
  const [first = ''] = roomCodes;
  const codes = roomCodes.every(code => code === first) ? [first] : roomCodes;
  const key = [planCode, ...codes].join(SEPARATOR);
  const isPlain = key.length <= MAX_LENGTH && !codes.some(code => code.includes(SEPARATOR));
  return isPlain ? key : `${planCode}${hashedId('~~', JSON.stringify(codes))}`;
}

/** Plan codes never contain the separator. */
export function planOfRateKey(key: string): string {
  return key.slice(0, key.indexOf(SEPARATOR));
}
