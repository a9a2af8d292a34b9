/** Encrypts the personal data of bookings. Each booking has its own key, which is encrypted with the master key. */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { createSeal, deriveKey, type Seal } from '../../platform/secrets/seal.ts';
import { FOLDED_LETTERS } from '../../platform/text/folded-letters.ts';
import type { Guest } from '../port/supplier.ts';

export interface BookingPeople {
  holder: { firstName: string; lastName: string; email: string | null; phone: string | null };
  /** In the order of the booked rooms. */
  rooms: readonly { guests: readonly Guest[]; specialRequests: string | null }[];
  remarks: string | null;
  metadata: Readonly<Record<string, string>>;
  cancelReason: string | null;
}

export interface SealedPeople {
  people: Buffer;
  /** Null after erasure. */
  people_key: Buffer | null;
}

export interface PeopleSafe {
  seal: Seal;
  sealPeople(people: BookingPeople): { people: Buffer; people_key: Buffer };
  /** Returns undefined after erasure. */
  openPeople(sealed: SealedPeople): BookingPeople | undefined;
  /** Encrypts the changed data with the same key. Returns undefined after erasure. */
  resealPeople(sealed: SealedPeople, change: Partial<BookingPeople>): Buffer | undefined;
  /** Returns undefined after erasure. */
  sealExchange(sealed: SealedPeople, exchange: ProviderExchange): Buffer | undefined;
  openExchange(sealed: SealedPeople, exchange: Buffer): ProviderExchange | undefined;
  /** Encrypts free text that may contain personal data. Returns null after erasure. */
  sealWords(sealed: SealedPeople, words: string): string | null;
  openWords(sealed: SealedPeople, words: string): string | null;
  /** A keyed hash for finding a partner's bookings by last name, ignoring case and accents. */
  holderMark(organisationId: string, lastName: string): Buffer;
  /** Keyed hashes of the beginnings of the words of a last name, by which a search finds the booking. */
  holderTerms(organisationId: string, lastName: string): string[];
  /** The hash that bookings have if a word of the last name begins with `word`. Undefined if the word is too short. */
  holderTerm(organisationId: string, word: string): string | undefined;
}

const KEY_BYTES = 32;
const KEY = 'people key';
const PEOPLE = 'people';
const EXCHANGE = 'exchange';
const WORDS = 'words';
/** Shorter beginnings fit too many names, and would reveal more about a name than its search needs. */
const MIN_TERM = 3;
const MAX_TERM = 12;
const MAX_TERMS = 24;
const TERM_BYTES = 12;
/** Each word costs a hash for each partner. */
const MAX_SEARCHED_WORDS = 4;

export function peopleSafe(masterKey: Buffer): PeopleSafe {
  const master = createSeal(masterKey);
  const markKey = createSecretKey(deriveKey(masterKey, 'holder marks'));
  const sealOf = ({ people_key: key }: SealedPeople) => key && createSeal(master.open(KEY, key));
  const open = (sealed: SealedPeople) => {
    const seal = sealOf(sealed);
    return seal ? (read(seal.open(PEOPLE, sealed.people)) as BookingPeople) : undefined;
  };
  const holderTerm = (organisationId: string, word: string) => {
    const start = Array.from(word).slice(0, MAX_TERM);
    if (start.length < MIN_TERM) return undefined;
    const digest = createHmac('sha256', markKey)
      .update(`${organisationId} begins ${start.join('')}`)
      .digest();
    return digest.subarray(0, TERM_BYTES).toString('base64url');
  };
  return {
    seal: master,
    sealPeople(people) {
      const key = randomBytes(KEY_BYTES);
      return { people: createSeal(key).seal(PEOPLE, write(people)), people_key: master.seal(KEY, key) };
    },
    openPeople: open,
    resealPeople(sealed, change) {
      return sealOf(sealed)?.seal(PEOPLE, write({ ...open(sealed), ...change }));
    },
    sealExchange: (sealed, exchange) => sealOf(sealed)?.seal(EXCHANGE, write(exchange)),
    openExchange(sealed, exchange) {
      const seal = sealOf(sealed);
      return seal ? (read(seal.open(EXCHANGE, exchange)) as ProviderExchange) : undefined;
    },
    sealWords: (sealed, words) => sealOf(sealed)?.seal(WORDS, Buffer.from(words)).toString('base64') ?? null,
    openWords: (sealed, words) =>
      sealOf(sealed)?.open(WORDS, Buffer.from(words, 'base64')).toString() ?? null,
    holderMark: (organisationId, lastName) =>
      createHmac('sha256', markKey)
        .update(`${organisationId} ${foldName(lastName)}`)
        .digest(),
    holderTerm,
    holderTerms: (organisationId, lastName) =>
      [...new Set(nameWords(lastName).flatMap(beginningsOf))]
        .slice(0, MAX_TERMS)
        .flatMap(start => holderTerm(organisationId, start) ?? []),
  };
}

/** The words of a name, ignoring case and accents. */
export function nameWords(name: string): string[] {
  return foldName(name)
    .split(/[\s-]+/)
    .filter(word => word !== '');
}

/** The words of a typed name by which bookings are looked up. The last ones, because the last name usually comes last. */
export function searchedWords(text: string): string[] {
  const words = nameWords(text).filter(word => Array.from(word).length >= MIN_TERM);
  return [...new Set(words)].slice(-MAX_SEARCHED_WORDS);
}

function beginningsOf(word: string): string[] {
  const letters = Array.from(word).slice(0, MAX_TERM);
  return letters.map((_, i) => letters.slice(0, i + 1).join('')).slice(MIN_TERM - 1);
}

function foldName(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  // Convert to upper case first, so that Weiß matches WEISS.
  const letters = Array.from(
    bare.toUpperCase().toLowerCase(),
    letter => FOLDED_LETTERS.get(letter) ?? letter,
  );
  return letters.join('').replaceAll(/\s+/g, ' ').trim();
}

function write(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function read(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString('utf8'));
}
