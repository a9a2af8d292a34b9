/**
 * Three hotel matching methods that other projects publish, implemented from their descriptions. Each gets the same
 * candidates as our own method and selects the one with the highest score.
 */
import { distanceMetres } from '../../server/src/mapping/candidates/distance.ts';
import type { HotelEvidence } from '../../server/src/mapping/normal-form/normal-form.ts';

export interface Peer {
  name: string;
  /** The published threshold: from this score on, two hotels count as the same. */
  match: number;
  score(ours: HotelEvidence, theirs: HotelEvidence): number;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const cache = new Map<string, Set<string>>();

function trigramsOf(text: string): Set<string> {
  let trigrams = cache.get(text);
  if (trigrams !== undefined) return trigrams;
  trigrams = new Set();
  for (const word of plain(text).split(' ')) {
    const padded = `  ${word} `;
    for (let i = 0; i + 3 <= padded.length; i++) trigrams.add(padded.slice(i, i + 3));
  }
  if (cache.size > 200_000) cache.clear();
  cache.set(text, trigrams);
  return trigrams;
}

/** Shared trigrams divided by all trigrams, as PostgreSQL's pg_trgm does. */
function similarity(a: string, b: string): number {
  const [x, y] = [trigramsOf(a), trigramsOf(b)];
  let shared = 0;
  for (const trigram of x) if (y.has(trigram)) shared += 1;
  return shared === 0 ? 0 : shared / (x.size + y.size - shared);
}

const addressOf = ({ address }: HotelEvidence) => [...address.lines, address.houseNumber ?? ''].join(' ');
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').slice(-8);
const sharePhone = (a: HotelEvidence, b: HotelEvidence) =>
  a.phones.some(phone => b.phones.some(other => digitsOf(other) === digitsOf(phone)));
const metresBetween = (a: HotelEvidence, b: HotelEvidence) =>
  a.location === null || b.location === null
    ? Number.POSITIVE_INFINITY
    : distanceMetres(a.location, b.location);

export const PEERS: readonly Peer[] = [
  {
    name: '(a) weighted sum: name 2.0, address 0.5, rating 0.5, contacts 0.5',
    match: 3,
    score(ours, theirs) {
      const rating = ours.stars !== null && ours.stars === theirs.stars ? 0.5 : 0;
      const isSameSite = ours.web !== null && theirs.web !== null && plain(ours.web) === plain(theirs.web);
      const contacts = isSameSite || sharePhone(ours, theirs) ? 0.5 : 0;
      return (
        2 * similarity(ours.name, theirs.name) +
        0.5 * similarity(addressOf(ours), addressOf(theirs)) +
        rating +
        contacts
      );
    },
  },
  {
    name: '(b) shares: name 45 %, distance 30 %, address 20 %, phone 5 %',
    match: 0.85,
    score(ours, theirs) {
      const near = Math.max(0, 1 - metresBetween(ours, theirs) / 1_000);
      const phone = sharePhone(ours, theirs) ? 0.05 : 0;
      return (
        0.45 * similarity(ours.name, theirs.name) +
        0.3 * near +
        0.2 * similarity(addressOf(ours), addressOf(theirs)) +
        phone
      );
    },
  },
  {
    name: '(c) steps: exact name and postcode, exact within 100 m, trigrams over 0.9 within 500 m, then 1 km',
    match: 1,
    /** Returns the step that matches, from 4 (strictest) to 1, so that a higher threshold uses fewer steps. */
    score(ours, theirs) {
      const isExact = plain(ours.name) === plain(theirs.name);
      const [a, b] = [ours.address.postalCode, theirs.address.postalCode];
      if (isExact && a !== null && b !== null && plain(a) === plain(b)) return 4;
      const metres = metresBetween(ours, theirs);
      if (isExact && metres <= 100) return 3;
      if (metres > 1_000 || similarity(ours.name, theirs.name) <= 0.9) return 0;
      return metres <= 500 ? 2 : 1;
    },
  },
];
