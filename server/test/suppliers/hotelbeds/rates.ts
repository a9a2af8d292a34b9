import { createHash } from 'node:crypto';
import { addDays, nightsOf } from '../../../src/platform/time/civil-date.ts';
import { dateInZone } from '../../../src/platform/time/zoned-time.ts';
import type { SimulatedContract, SimulatedHotel, SimulatedRoomType } from './inventory.ts';
import { SPAIN } from './replies.ts';

export interface Party {
  rooms: number;
  adults: number;
  childAges: readonly number[];
}

/** The rate that a rate key identifies. */
export interface RateTerms {
  hotel: SimulatedHotel;
  room: SimulatedRoomType;
  contract: SimulatedContract;
  party: Party;
  checkIn: string;
  checkOut: string;
}

export interface Valuation extends RateTerms {
  netCents: number;
  /**
   * Time of the search or rate check that priced the rate. The penalty of a non-refundable rate starts on the evening
   * before.
   */
  valuedMs: number;
}

interface IssuedKey extends Valuation {
  issuedMs: number;
  isChecked: boolean;
}

const KEY_LIFE_MS = 30 * 60_000;
const CENTS_PER_ADULT = 1_250;
const CENTS_PER_CHILD = 625;
const MARKUP_PERCENT = 7;

/** Price of each night for all rooms of the party. */
function nightlyCents({ contract, party, checkIn, checkOut }: RateTerms): number[] {
  const guests = party.adults * CENTS_PER_ADULT + party.childAges.length * CENTS_PER_CHILD;
  return nightsOf(checkIn, checkOut).map(night => {
    const weekday = new Date(night).getUTCDay();
    return party.rooms * (contract.nightCents + guests + (weekday >= 5 ? 1_111 : 0));
  });
}

export function valueRate(terms: RateTerms, valuedMs: number, shiftCents: number): Valuation {
  const netCents = nightlyCents(terms).reduce((sum, night) => sum + night, shiftCents);
  return { ...terms, netCents, valuedMs };
}

export class RateKeys {
  readonly #keys = new Map<string, IssuedKey>();
  readonly #nowMs: () => number;
  expires = true;
  #issued = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  issue(valuation: Valuation, isChecked: boolean): string {
    this.#issued += 1;
    const { hotel, room, contract, party, checkIn, checkOut } = valuation;
    const ages = party.childAges.join('~');
    const people = `${party.rooms}~${party.adults}~${party.childAges.length}`;
    const day = (date: string) => date.replaceAll('-', '');
    const head = `${day(checkIn)}|${day(checkOut)}|W|1|${hotel.code}|${room.code}|${contract.name}|${contract.boardCode}||${people}|${ages}|N@06~~`;
    // Real keys have 146 to 156 characters.
    const tail = createHash('sha512').update(`${head}${this.#issued}`).digest('hex').toUpperCase();
    const key = `${head}${tail}`.slice(0, 146 + (this.#issued % 11));
    this.#keys.set(key, { ...valuation, issuedMs: this.#nowMs(), isChecked });
    return key;
  }

  /** Returns undefined for keys that were never issued or have expired. */
  resolve(key: string): IssuedKey | undefined {
    const issued = this.#keys.get(key);
    if (issued === undefined) return undefined;
    return this.expires && this.#nowMs() - issued.issuedMs >= KEY_LIFE_MS ? undefined : issued;
  }
}

export function money(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;
}

/** The penalties of a rate, with the time from which each applies. */
export function penaltiesOf(valuation: Valuation): { cents: number; from: string }[] {
  const { contract, hotel, checkIn, netCents, valuedMs } = valuation;
  if (contract.rateClass === 'NRF') {
    const yesterday = addDays(dateInZone(valuedMs, SPAIN), -1);
    return [{ cents: netCents, from: `${yesterday}T23:59:00${hotel.utcOffset}` }];
  }
  const full = {
    cents: netCents,
    from: `${addDays(checkIn, -contract.freeDays)}T23:59:00${hotel.utcOffset}`,
  };
  if (contract.policies !== 'STEPS') return [full];
  const half = `${addDays(checkIn, -contract.freeDays - 4)}T14:00:00${hotel.utcOffset}`;
  return [{ cents: Math.floor(netCents / 2), from: half }, full];
}

export function penaltyAt(valuation: Valuation, atMs: number): number {
  const due = penaltiesOf(valuation).filter(({ from }) => Date.parse(from) <= atMs);
  return due.reduce((most, { cents }) => Math.max(most, cents), 0);
}

function taxesOf({ contract, party, checkIn, checkOut }: Valuation) {
  if (contract.taxes === 'PERCENT') {
    return { taxes: [{ included: true, percent: '19.00', type: 'TAX' }], allIncluded: true };
  }
  const amount = money(1_500 * party.rooms * nightsOf(checkIn, checkOut).length);
  const city = {
    included: false,
    amount,
    currency: 'AED',
    type: 'TAX',
    subType: 'City Tax',
    clientAmount: money(374 * party.rooms * nightsOf(checkIn, checkOut).length),
    clientCurrency: 'EUR',
  };
  return { taxes: [city], allIncluded: false };
}

/** The fields of a rate that every operation returns. */
function commonRate(valuation: Valuation) {
  const { contract, party, netCents } = valuation;
  const binding = contract.isSellingRateBinding;
  return {
    rateClass: contract.rateClass,
    net: money(netCents),
    ...(binding && { sellingRate: sellingRate(netCents), hotelMandatory: true }),
    paymentType: 'AT_WEB',
    packaging: contract.isPackage,
    boardCode: contract.boardCode,
    boardName: contract.boardName,
    rooms: party.rooms,
    adults: party.adults,
    children: party.childAges.length,
    ...(contract.taxes !== 'NONE' && { taxes: taxesOf(valuation) }),
  };
}

function sellingRate(netCents: number): string {
  return money(Math.ceil((netCents * (100 + MARKUP_PERCENT)) / 100));
}

function promotionsOf({ contract }: Valuation) {
  if (!contract.hasPromotion) return {};
  return { promotions: [{ code: '071', name: 'Non-refundable rate. No amendments permitted' }] };
}

function breakDown({ contract }: Valuation) {
  if (!contract.hasPromotion) return {};
  return { rateBreakDown: { rateDiscounts: [{ code: 'PQ', name: 'Opaque Package', amount: '-9.11' }] } };
}

export function cancellationPolicies(valuation: Valuation) {
  return penaltiesOf(valuation).map(({ cents, from }) => ({ amount: money(cents), from }));
}

export function searchedRate(valuation: Valuation, rateKey: string, withDailyRates: boolean) {
  const { contract, party, room } = valuation;
  const nightly = nightlyCents(valuation);
  return {
    rateKey,
    rateType: contract.rateType,
    ...commonRate(valuation),
    sellingRate: sellingRate(valuation.netCents),
    allotment: room.allotment,
    rateCommentsId: '164|54206|0',
    ...(party.childAges.length > 0 && { childrenAges: party.childAges.join(',') }),
    ...(contract.policies !== 'LATER' && { cancellationPolicies: cancellationPolicies(valuation) }),
    ...promotionsOf(valuation),
    ...(withDailyRates &&
      contract.hasDailyRates && {
        dailyRates: nightly.map((cents, index) => ({ offset: index + 1, dailyNet: money(cents) })),
      }),
  };
}

export function checkedRate(valuation: Valuation, rateKey: string) {
  return {
    rateKey,
    rateType: 'BOOKABLE',
    ...commonRate(valuation),
    ...breakDown(valuation),
    sellingRate: sellingRate(valuation.netCents),
    allotment: valuation.room.allotment,
    ...promotionsOf(valuation),
    rateComments: RATE_COMMENTS,
    cancellationPolicies: cancellationPolicies(valuation),
  };
}

export function bookedRate(valuation: Valuation) {
  return {
    ...commonRate(valuation),
    ...breakDown(valuation),
    rateComments: RATE_COMMENTS,
    cancellationPolicies: cancellationPolicies(valuation),
  };
}

/** Cancelled rates have amounts of zero and no policies. */
export function cancelledRate(valuation: Valuation) {
  const { taxes: _, ...rate } = { taxes: undefined, ...commonRate(valuation) };
  const zero = { net: '0.00', ...(valuation.contract.isSellingRateBinding && { sellingRate: '0.00' }) };
  return { ...rate, ...zero, rateComments: RATE_COMMENTS };
}

export const RATE_COMMENTS =
  'Car park YES (with additional debit notes) 12.00 EUR Per unit/night. Check-in hour 15:00 - . <b>Deposit on arrival</b>.';
