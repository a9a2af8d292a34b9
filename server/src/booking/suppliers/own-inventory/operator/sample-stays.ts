/** Evaluates three sample stays, so that a change to rate plans or terms can be judged before guests see it. */
import type { setProperty } from '@serai/contract/account/inventory-property.ts';
import { MAX_SAMPLE_OFFERS } from '@serai/contract/account/inventory-property.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { z } from 'zod';
import type { Database } from '../../../../platform/database/connect.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { type NightlyOffer, offerNetMinor } from '../../../port/supplied-offer.ts';
import type { SoldRoom } from '../../../port/supplier.ts';
import { rateBlock } from '../cache/rate-block.ts';
import { compileProperty } from '../stay/compile-property.ts';
import { evaluateStay } from '../stay/evaluate-stay.ts';
import type { Property } from '../stay/property.ts';
import { readRates, readUnsold, type UnsoldRooms } from '../stores/read-store.ts';
import { findOpenNight } from './operator-inventory-store.ts';

type SampleStay = z.input<typeof setProperty.output>['samples'][number];

const SAMPLES = [
  { nights: 1, adults: 2, childAges: [] },
  { nights: 3, adults: 2, childAges: [7] },
  { nights: 7, adults: 1, childAges: [] },
] as const;
const LONGEST = 7;

interface SampleQuery {
  environment: Environment;
  document: InventoryDocument;
  /** The rooms that are active in the catalogue. */
  rooms: readonly SoldRoom[];
  today: string;
  /** Default: the first open night from tomorrow. */
  checkIn: string | undefined;
}

/** Call this after the document is written. Held rooms count as free. */
export async function sampleStays(tx: Database, query: SampleQuery): Promise<SampleStay[]> {
  const { environment, document, rooms, today } = query;
  const { hotelId } = document;
  const tomorrow = addDays(today, 1);
  const checkIn = query.checkIn ?? (await findOpenNight(tx, { environment, hotelId }, tomorrow)) ?? tomorrow;
  // The day of departure can be closed to departures, so its night is read, too.
  const nights = { from: checkIn, to: addDays(checkIn, LONGEST + 1) };
  const rates = await readRates(tx, environment, [hotelId], nights);
  const unsold = await readUnsold(tx, environment, [hotelId], nights);
  const property = compileProperty(document);
  const cells = {
    at: 0,
    rates: rateBlock(property, checkIn, LONGEST + 1, rates),
    free: freeRooms(property, checkIn, unsold),
  };
  return SAMPLES.map(({ nights: length, adults, childAges }) => {
    const checkOut = addDays(checkIn, length);
    const result = evaluateStay({
      ...{ property, cells, hotel: { rooms }, today },
      stay: {
        ...{ checkIn, checkOut, occupancies: [{ adults, childAges }] },
        market: { nationality: '', currency: document.currency, language: 'en' },
      },
    });
    return {
      ...{ checkIn, checkOut, adults, childAges: [...childAges] },
      reason: 'reason' in result ? result.reason : null,
      offers: 'offers' in result ? shownOffers(result.offers) : [],
    };
  });
}

function freeRooms({ rooms }: Property, first: string, unsold: readonly UnsoldRooms[]): Int32Array[] {
  return rooms.map(({ roomCode }) => {
    const free = new Int32Array(LONGEST + 1);
    for (const row of unsold) {
      if (row.roomCode === roomCode) free[nightsBetween(first, row.night)] = row.unsold;
    }
    return free;
  });
}

function shownOffers(offers: readonly NightlyOffer[]): SampleStay['offers'] {
  return offers
    .toSorted((a, b) => offerNetMinor(a) - offerNetMinor(b))
    .slice(0, MAX_SAMPLE_OFFERS)
    .map(offer => {
      const money = (minor: number) => toMoney(minor, offer.currency);
      const extra = offer.charges
        .filter(({ collection }) => collection === 'PAY_AT_PROPERTY')
        .reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
      return {
        roomCode: offer.rooms[0]?.roomCode ?? '',
        planCode: offer.ratePlan ?? '',
        board: offer.board,
        price: money(offerNetMinor(offer)),
        payAtProperty: money(extra),
        ...freeCancellation(offer),
      };
    });
}

/** A penalty of 0 does not end free cancellation. */
function freeCancellation({ policy }: NightlyOffer): { freeUntil: string | null; refundable: boolean } {
  if (policy.kind !== 'KNOWN') return { freeUntil: null, refundable: false };
  const due = policy.penalties.filter(({ penaltyMinor }) => penaltyMinor > 0);
  if (due.some(({ from }) => from.kind === 'ALWAYS')) return { freeUntil: null, refundable: false };
  const starts = due.flatMap(({ from }) => (from.kind === 'LOCAL' ? [from.at] : [])).sort();
  return { freeUntil: starts[0] ?? null, refundable: true };
}
