/** Pure. The part of an offer token that all offers of a search share. Whom it serves stands in the signature alone. */
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import type { Occupancy } from '../port/supplier.ts';
import type { OfferBearer, OfferSearch } from './frozen-offer.ts';
import type { ByteReader, ByteWriter } from './token-bytes.ts';

const FIRST_DAY = '2020-01-01';
const SCENARIO_NAMES = SCENARIOS.map(({ name }) => name);
/** Ages take five bits, three to a pair of bytes. */
const AGES_A_PAIR = 3;

export function writeSearch(to: ByteWriter, search: OfferSearch): void {
  const { market, scenario } = search;
  to.byte(search.testMode ? 1 : 0);
  to.moment(search.expiresAtMs);
  to.count(nightsBetween(FIRST_DAY, search.checkIn));
  to.count(nightsBetween(search.checkIn, search.checkOut));
  to.text(market.nationality);
  to.text(market.currency);
  to.text(market.language);
  to.byte(scenario === undefined ? 0 : SCENARIO_NAMES.indexOf(scenario) + 1);
  to.byte(search.occupancies.length);
  for (const occupancy of search.occupancies) writeOccupancy(to, occupancy);
}

export function readSearch(from: ByteReader, { organisationId, environment }: OfferBearer): OfferSearch {
  const testMode = from.byte() === 1;
  const expiresAtMs = from.moment();
  const checkIn = addDays(FIRST_DAY, from.count());
  const checkOut = addDays(checkIn, from.count());
  const market = { nationality: from.text(), currency: from.text(), language: from.text() };
  const scenario = SCENARIO_NAMES[from.byte() - 1];
  const occupancies = Array.from({ length: from.byte() }, () => readOccupancy(from));
  return {
    organisationId,
    environment,
    testMode,
    checkIn,
    checkOut,
    occupancies,
    market,
    scenario,
    expiresAtMs,
  };
}

function writeOccupancy(to: ByteWriter, { adults, childAges }: Occupancy): void {
  to.byte(adults * 16 + childAges.length);
  for (let i = 0; i < childAges.length; i += AGES_A_PAIR) {
    const [first = 0, second = 0, third = 0] = childAges.slice(i, i + AGES_A_PAIR);
    to.pair(first * 1024 + second * 32 + third);
  }
}

function readOccupancy(from: ByteReader): Occupancy {
  const size = from.byte();
  const children = size % 16;
  const childAges: number[] = [];
  while (childAges.length < children) {
    const ages = from.pair();
    childAges.push(ages >> 10, (ages >> 5) & 31, ages & 31);
  }
  return { adults: size >> 4, childAges: childAges.slice(0, children) };
}
