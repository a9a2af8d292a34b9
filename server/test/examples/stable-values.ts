/**
 * Replaces values that differ between runs, such as IDs, cursors and durations, with stable values. Nothing else
 * changes.
 */
import { createHash } from 'node:crypto';

/** Random IDs and the provider references derived from them. */
const RANDOM_ID = /\b(?:bkg|prt|quo|req|srh|evt|whk|TEST-\d)_[A-Za-z0-9]+/g;
/** The hotel's confirmation number, which is derived from the booking ID. */
const HOTEL_NUMBER = /\bHC\d{6,10}\b/g;
const OFFER = /\boff_[A-Za-z0-9_-]+/g;
const CURSOR_MEMBERS = new Set(['nextCursor', 'cursor']);
const DURATION_MS = 24;
/** Catalogue timestamps come from the database's clock, which tests do not stop. */
const CATALOGUE_DATES: Readonly<Record<string, string>> = {
  updatedAt: '2027-01-15T03:00:00.000Z',
  updatedSince: '2027-01-15T03:00:00.000Z',
  processedAt: '2027-02-01T10:00:00.000Z',
};
const CHECK_AFTER_MS = 60_000;
const MOST_ATTEMPTS = 3;
const REAL_WITHIN_MS = 3_600_000;
const OFFER_LENGTH = 48;
const CURSOR_LENGTH = 32;

export interface StableValues {
  /** Replaces values that differ between runs. Equal values stay equal. `name` identifies the document. */
  of<T>(name: string, value: T): T;
}

/**
 * Derives the replacement from the place where the value first appears, so that an additional value does not change the
 * others.
 */
export function stableValues(): StableValues {
  const known = new Map<string, string>();

  function visit(given: unknown, member: string, place: string): unknown {
    const value = withSteadyCheck(given);
    if (Array.isArray(value)) return value.map((each, i) => visit(each, member, `${place}/${i}`));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, visit(each, name, `${place}/${name}`)]),
      );
    }
    if (typeof value === 'number') return member === 'durationMs' ? DURATION_MS : value;
    if (typeof value !== 'string') return value;
    if (member in CATALOGUE_DATES && isRealNow(value)) return CATALOGUE_DATES[member];
    return replaceIds(value, member, place);
  }

  function replaceIds(value: string, member: string, place: string): string {
    let met = 0;
    const replace = (text: string, prefix: string, length: number, alphabet: string) => {
      met += 1;
      const made = known.get(text) ?? prefix + letters(`${prefix} ${place} ${met}`, length, alphabet);
      known.set(text, made);
      return made;
    };
    if (CURSOR_MEMBERS.has(member)) return replace(value, '', CURSOR_LENGTH, BASE62);
    const id = (text: string) => {
      const prefix = text.slice(0, text.indexOf('_') + 1);
      const isPlain = /^[A-Z0-9]*$/.test(text.slice(prefix.length));
      return replace(text, prefix, text.length - prefix.length, isPlain ? CROCKFORD : BASE62);
    };
    return value
      .replaceAll(HOTEL_NUMBER, text => replace(text, 'HC', 10, DIGITS))
      .replaceAll(OFFER, text => replace(text, 'off_', OFFER_LENGTH, BASE62))
      .replaceAll(RANDOM_ID, id);
  }
  return { of: <T>(name: string, value: T) => visit(value, '', name) as T };
}

/** Provider checks run at random intervals, so their number also differs between runs. */
function withSteadyCheck(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (!('nextCheckAt' in value && 'since' in value)) return value;
  const checkMs = Date.parse(String(value.since)) + CHECK_AFTER_MS;
  const attempts = 'attempts' in value ? Math.min(Number(value.attempts), MOST_ATTEMPTS) : 0;
  return { ...value, attempts, nextCheckAt: new Date(checkMs).toISOString() };
}

function isRealNow(instant: string): boolean {
  return Math.abs(Date.parse(instant) - Date.now()) < REAL_WITHIN_MS;
}

const DIGITS = '0123456789';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function letters(seed: string, length: number, alphabet: string): string {
  let text = '';
  for (let block = 0; text.length < length; block++) {
    const bytes = createHash('sha256').update(`${seed} ${block}`).digest();
    for (const byte of bytes) text += alphabet[byte % alphabet.length];
  }
  return text.slice(0, length);
}
