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
}

const KEY_BYTES = 32;
const KEY = 'people key';
const PEOPLE = 'people';
const EXCHANGE = 'exchange';
const WORDS = 'words';

export function peopleSafe(masterKey: Buffer): PeopleSafe {
  const master = createSeal(masterKey);
  const markKey = createSecretKey(deriveKey(masterKey, 'holder marks'));
  const sealOf = ({ people_key: key }: SealedPeople) => key && createSeal(master.open(KEY, key));
  const open = (sealed: SealedPeople) => {
    const seal = sealOf(sealed);
    return seal ? (read(seal.open(PEOPLE, sealed.people)) as BookingPeople) : undefined;
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
  };
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
