/** Pure. Reductions now and then, the same at all providers of a hotel. */
import type { SuppliedText } from '../../../port/supplied-offer.ts';
import type { Range } from './provider-range.ts';
import { hashOf, isChosen } from './steady-choice.ts';

export interface Promotion {
  permille: number;
  texts: readonly SuppliedText[];
}

const NONE: Promotion = { permille: 1_000, texts: [] };
const LONG_STAY: Promotion = {
  permille: 920,
  texts: [{ code: 'LONG_STAY', text: 'Stay seven nights or more and save 8 %', language: 'en' }],
};
const SPECIAL: Promotion = {
  permille: 900,
  texts: [{ code: 'SPECIAL_OFFER', text: 'Special offer of the month: 10 % off', language: 'en' }],
};

/** One at most. */
export function promotionOf({ hash }: Range, checkIn: string, nights: number): Promotion {
  if (nights >= 7) return LONG_STAY;
  return isChosen(hashOf(checkIn.slice(0, 7), hash), 110) ? SPECIAL : NONE;
}
