/** Pure. What an answer depends on, as text. Who differs in any of it never shares an entry. */
import { hash } from 'node:crypto';
import type { SoldHotel, StayRequest } from '../../port/supplier.ts';
import { accountKey, type Provider } from '../../provider.ts';

/**
 * Rooms stay in the order asked for: a rate key belongs to that order. What the client filters, sorts or pages by is not part
 * of it.
 */
export function stayKey(provider: Provider, { checkIn, checkOut, occupancies, market }: StayRequest): string {
  const language = provider.supplier.searching?.byLanguage ? market.language : '';
  let rooms = '';
  for (const { adults, childAges } of occupancies) rooms += `${adults}:${childAges.join(',')};`;
  return `${accountKey(provider)}\n${checkIn} ${checkOut} ${market.nationality} ${market.currency} ${language} ${rooms}`;
}

/** With the hotel as the catalogue has it: a changed room is another question. */
export function entryKey(stay: string, hotel: SoldHotel): string {
  return `${stay}\n${hotel.hotelId}\n${digestOf(hotel)}`;
}

/** Hotels come from the catalogue's memory, so that most are digested once. */
const digests = new WeakMap<SoldHotel, string>();

function digestOf(hotel: SoldHotel): string {
  let digest = digests.get(hotel);
  if (digest === undefined) {
    const { countryCode, timeZone, stars, rooms } = hotel;
    const sizes = rooms.map(room => [room.roomCode, room.maxTotal, room.maxAdults, room.maxChildren]);
    digest = hash('sha1', JSON.stringify([countryCode, timeZone, stars, sizes]), 'base64url').slice(0, 12);
    digests.set(hotel, digest);
  }
  return digest;
}
