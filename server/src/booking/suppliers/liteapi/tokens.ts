/** Encodes what a booking needs to know about its quote as an opaque string. Pure. */
import { numberOf, objectOf, parseJson, textOf } from '../../../platform/json-values.ts';

export interface QuoteTokens {
  prebookId: string;
  supplierHotelId: string;
  currency: string;
  netMinor: number;
}

const VERSION = 1;

export function encodeTokens({ prebookId, supplierHotelId, currency, netMinor }: QuoteTokens): string {
  return JSON.stringify([VERSION, prebookId, supplierHotelId, currency, netMinor]);
}

/** Returns undefined if the string was not created by `encodeTokens`. */
export function decodeTokens(text: string | null | undefined): QuoteTokens | undefined {
  const parts = parseJson(text ?? '');
  if (!Array.isArray(parts) || parts[0] !== VERSION || objectOf(parts) !== undefined) return undefined;
  const [prebookId, supplierHotelId, currency] = parts.slice(1, 4).map(textOf);
  const netMinor = numberOf(parts[4]);
  if (
    prebookId === undefined ||
    supplierHotelId === undefined ||
    currency === undefined ||
    netMinor === undefined
  )
    return undefined;
  return { prebookId, supplierHotelId, currency, netMinor };
}
