/**
 * The rates of the LiteAPI simulator: which rooms, boards and terms a hotel sells for a stay, and for how much. Pure.
 */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { hashOf, type SimulatedHotel, type SimulatedRoom } from './hotels.ts';

export interface SimulatedStay {
  checkin: string;
  checkout: string;
  currency: string;
  guestNationality: string;
  occupancies: readonly { adults: number; children: readonly number[] }[];
}

export type Terms = 'FLEXIBLE' | 'STRICT' | 'NON_REFUNDABLE' | 'NON_REFUNDABLE_OLD_FORM';

/** One product of a hotel for a stay. `plan` identifies it among the products of the hotel. */
export interface SimulatedRate {
  plan: number;
  room: SimulatedRoom;
  board: { code: string; name: string };
  terms: Terms;
  isPackage: boolean;
  isPropertyPayOnly: boolean;
  /** Price of each requested room, in minor units. */
  roomsMinor: readonly number[];
}

const BOARDS = [
  { code: 'RO', name: 'Room Only', dailyMinor: 0 },
  { code: 'BI', name: 'Breakfast Included', dailyMinor: 1_190 },
  { code: 'HB', name: 'Half Board', dailyMinor: 2_950 },
  { code: 'FB', name: 'Full Board', dailyMinor: 4_325 },
  { code: 'AI', name: 'All Inclusive', dailyMinor: 6_110 },
] as const;
const TERMS: readonly Terms[] = ['FLEXIBLE', 'STRICT', 'NON_REFUNDABLE', 'NON_REFUNDABLE_OLD_FORM'];
const TERM_PERCENT: Readonly<Record<Terms, number>> = {
  FLEXIBLE: 112,
  STRICT: 106,
  NON_REFUNDABLE: 94,
  NON_REFUNDABLE_OLD_FORM: 95,
};
const DAY_MS = 86_400_000;

export function nightsOf({ checkin, checkout }: SimulatedStay): number {
  return Math.round((Date.parse(checkout) - Date.parse(checkin)) / DAY_MS);
}

/** All rates of a hotel for a stay, cheapest first: 200 if every room is large enough, as recorded. */
export function ratesOf(
  seed: string,
  hotel: SimulatedHotel,
  stay: SimulatedStay,
  pricePercent: number,
): SimulatedRate[] {
  const rates: SimulatedRate[] = [];
  for (const [number, room] of hotel.rooms.entries()) {
    if (!stay.occupancies.every(party => fits(room, party))) continue;
    for (const [boardNumber, { code, name, dailyMinor }] of BOARDS.entries()) {
      for (const [termNumber, terms] of TERMS.entries()) {
        const plan = (number * BOARDS.length + boardNumber) * TERMS.length + termNumber;
        rates.push({
          plan,
          room,
          board: { code, name },
          terms,
          isPackage: code === 'AI' && terms === 'NON_REFUNDABLE_OLD_FORM',
          isPropertyPayOnly: code === 'FB' && terms === 'NON_REFUNDABLE_OLD_FORM',
          roomsMinor: stay.occupancies.map((party, index) => {
            const guests = party.adults + party.children.length;
            const nightMinor =
              4_000 + (hashOf(seed, hotel.id, room.id, stay.checkin) % 21_000) + guests * (900 + dailyMinor);
            const odd = hashOf(seed, hotel.id, plan, index, stay.checkin, stay.currency) % 97;
            const stayMinor = Math.round(
              (nightMinor * nightsOf(stay) * TERM_PERCENT[terms] * pricePercent) / 10_000,
            );
            return Math.max(1, rounded(stayMinor + odd, stay.currency));
          }),
        });
      }
    }
  }
  return rates.sort((a, b) => totalOf(a) - totalOf(b) || a.plan - b.plan);
}

export function totalOf({ roomsMinor }: Pick<SimulatedRate, 'roomsMinor'>): number {
  return roomsMinor.reduce((sum, minor) => sum + minor, 0);
}

function fits(room: SimulatedRoom, { adults, children }: SimulatedStay['occupancies'][number]): boolean {
  return (
    adults <= room.maxAdults &&
    children.length <= room.maxChildren &&
    adults + children.length <= room.maxOccupancy
  );
}

/** Prices are generated in hundredths and sold in the minor units of the currency. */
function rounded(hundredths: number, currency: string): number {
  const decimals = minorUnits(currency);
  return decimals === 2 ? hundredths : Math.round(hundredths * 10 ** (decimals - 2));
}

/** A JSON number with the decimals of the currency. */
export function amountOf(minor: number, currency: string): number {
  const decimals = minorUnits(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? minor : Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}

export interface Penalty {
  /** `YYYY-MM-DD hh:mm:ss` in GMT, or a date. */
  cancelTime: string;
  /** Percentage of the room's price. */
  percent: number;
}

export function penaltiesOf(terms: Terms, { checkin }: SimulatedStay): Penalty[] {
  const before = (days: number, time: string) =>
    `${new Date(Date.parse(checkin) - days * DAY_MS).toISOString().slice(0, 10)}${time}`;
  switch (terms) {
    case 'FLEXIBLE':
      return [
        { cancelTime: before(3, ' 22:00:00'), percent: 50 },
        { cancelTime: before(1, ' 22:00:00'), percent: 100 },
      ];
    case 'STRICT':
      return [{ cancelTime: before(7, ''), percent: 100 }];
    case 'NON_REFUNDABLE':
      return [];
    case 'NON_REFUNDABLE_OLD_FORM':
      return [{ cancelTime: '2022-01-01', percent: 100 }];
  }
}

export function isRefundable(terms: Terms): boolean {
  return terms === 'FLEXIBLE' || terms === 'STRICT';
}
