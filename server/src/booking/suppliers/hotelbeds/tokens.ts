/** What a quote and a booking need to know about an offer, as opaque texts. Pure. */
import { asCount, asList, asObject, asText } from './json.ts';
import type { Combination } from './offer.ts';

/** One rate of an offer. Rates are in the order of the parties. */
export interface RateToken {
  key: string;
  roomCode: string;
  boardCode: string;
  /** Price for all rooms of the rate. */
  netMinor: number;
  nightlyMinor: readonly number[] | null;
}

export interface Tokens {
  hotelCode: number;
  /** Unix time of the search that issued the keys. */
  issuedMs: number;
  rates: readonly RateToken[];
}

export function writeTokens(hotelCode: number, issuedMs: number, rates: Combination): string {
  const lines = rates.map(({ key, roomCode, boardCode, netMinor, nightlyMinor }) => [
    key,
    roomCode,
    boardCode,
    netMinor,
    nightlyMinor,
  ]);
  return JSON.stringify([1, hotelCode, issuedMs, lines]);
}

/** Undefined for a text that this version did not write. */
export function readTokens(text: string | null | undefined): Tokens | undefined {
  if (text === null || text === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const [version, hotelCode, issuedMs, lines] = asList(parsed) ?? [];
  const rates = (asList(lines) ?? []).map(readRateToken);
  const known = rates.filter(rate => rate !== undefined);
  if (version !== 1 || known.length === 0 || known.length !== rates.length) return undefined;
  if (asCount(hotelCode) === undefined || typeof issuedMs !== 'number') return undefined;
  return { hotelCode: Number(hotelCode), issuedMs, rates: known };
}

function readRateToken(line: unknown): RateToken | undefined {
  if (asObject(line) !== undefined) return undefined;
  const [key, roomCode, boardCode, netMinor, nightly] = asList(line) ?? [];
  const texts = [asText(key), asText(roomCode), asText(boardCode)];
  const minor = asCount(netMinor);
  if (texts.includes(undefined) || minor === undefined) return undefined;
  const nightlyMinor =
    Array.isArray(nightly) && nightly.every(each => asCount(each) !== undefined) ? nightly : null;
  return {
    key: String(key),
    roomCode: String(roomCode),
    boardCode: String(boardCode),
    netMinor: minor,
    nightlyMinor,
  };
}
