/** Encodes what a quote and a booking need to know about an offer as an opaque string, with one line per rate. Pure. */
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

const VERSION = 'hotelbeds-1';
const SEPARATOR = '\t';
const WHOLE = /^\d{1,15}$/;

/** Whether a string can be part of the tokens. It must not contain a separator. */
export function fitsToken(text: string): boolean {
  return !text.includes(SEPARATOR) && !text.includes('\n');
}

export function writeTokens(hotelCode: number, issuedMs: number, rates: readonly RateToken[]): string {
  let text = `${VERSION}${SEPARATOR}${hotelCode}${SEPARATOR}${issuedMs}`;
  for (const { key, roomCode, boardCode, netMinor, nightlyMinor } of rates) {
    const nights = nightlyMinor === null ? '' : nightlyMinor.join();
    text += `\n${key}${SEPARATOR}${roomCode}${SEPARATOR}${boardCode}${SEPARATOR}${netMinor}${SEPARATOR}${nights}`;
  }
  return text;
}

/** Returns undefined if the string was not created by this version of `writeTokens`. */
export function readTokens(text: string | null | undefined): Tokens | undefined {
  const [head = '', ...lines] = (text ?? '').split('\n');
  const [version, hotelCode = '', issuedMs = '', ...rest] = head.split(SEPARATOR);
  if (version !== VERSION || !WHOLE.test(hotelCode) || !WHOLE.test(issuedMs) || rest.length > 0)
    return undefined;
  const rates = lines.flatMap(line => readRateToken(line) ?? []);
  if (rates.length === 0 || rates.length !== lines.length) return undefined;
  return { hotelCode: Number(hotelCode), issuedMs: Number(issuedMs), rates };
}

function readRateToken(line: string): RateToken | undefined {
  const [key = '', roomCode = '', boardCode = '', net = '', nights, ...rest] = line.split(SEPARATOR);
  if (nights === undefined || rest.length > 0 || key === '' || !WHOLE.test(net)) return undefined;
  const nightly = nights === '' ? null : nights.split(',');
  if (nightly !== null && !nightly.every(night => WHOLE.test(night))) return undefined;
  return { key, roomCode, boardCode, netMinor: Number(net), nightlyMinor: nightly?.map(Number) ?? null };
}
