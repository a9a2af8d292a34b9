/** Quotes for own inventory, and the steps that book them with our own code. */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import type { BillingPort } from '../../server/src/booking/billing-port.ts';
import type { BookingContent, BookingScope } from '../../server/src/booking/bookings/booking.ts';
import { referenceOf } from '../../server/src/booking/bookings/booking.ts';
import { type BookingPeople, peopleSafe } from '../../server/src/booking/bookings/people.ts';
import { journalBooking } from '../../server/src/booking/bookings/protocol/journal-booking.ts';
import { sendBooking } from '../../server/src/booking/bookings/protocol/send-booking.ts';
import { type NightlyOffer, offerNetMinor } from '../../server/src/booking/port/supplied-offer.ts';
import type { SoldHotel } from '../../server/src/booking/port/supplier.ts';
import { AT_COST } from '../../server/src/booking/pricing-port.ts';
import { ProviderCalls } from '../../server/src/booking/providers/call-provider.ts';
import { providerRegistry } from '../../server/src/booking/providers/provider-registry.ts';
import { createOwnInventory } from '../../server/src/booking/suppliers/own-inventory/create-own-inventory.ts';
import { writeQuoteTokens } from '../../server/src/booking/suppliers/own-inventory/quote-stay.ts';
import { systemClock as clock } from '../../server/src/platform/clock.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { ENVIRONMENT, MARKET, STAY } from './inventory-store.ts';

const ORGANISATION = 'org_bench';
const ANSWER_MS = 60_000;
const example = bookingExample as BookingRecord;
/** Row security binds bookings to this organisation, as in a request. */
export const BOOKED_FOR = { organisationId: ORGANISATION, environment: ENVIRONMENT } as const;

const PEOPLE: BookingPeople = {
  holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: null },
  rooms: example.rooms.map(({ guests, specialRequests }) => ({ guests, specialRequests })),
  remarks: null,
  metadata: {},
  cancelReason: null,
};

function contentOf(netMinor: number): BookingContent {
  const { hotel, board, payment, rooms, price } = example;
  const freeUntilMs = Date.parse(`${STAY.checkIn}T00:00:00Z`) - 48 * 3_600_000;
  return {
    ...{ occupancies: STAY.occupancies, market: MARKET, hotel, board, payment, price, toleranceMinor: 0 },
    rooms: rooms.map(({ guests: _, specialRequests: __, ...room }) => room),
    terms: {
      refundability: 'REFUNDABLE',
      freeUntilMs,
      deadlineSource: 'PROPERTY_TIMEZONE',
      timeZone: hotel.timeZone,
      windows: [
        { fromMs: null, toMs: freeUntilMs, penaltyMinor: 0 },
        { fromMs: freeUntilMs, toMs: null, penaltyMinor: netMinor },
      ],
      noShow: null,
    },
  };
}

export const quoteIdOf = (number: number) => `quo_${number}`;

/** Returns the partner of a booking. Bookings are spread over the partners by number. */
export function bookedFor(
  number: number,
  partners: number,
): { organisationId: string; environment: typeof ENVIRONMENT } {
  return partners === 1
    ? BOOKED_FOR
    : { organisationId: `${ORGANISATION}_${number % partners}`, environment: ENVIRONMENT };
}

/**
 * Creates partners with a credit limit that no benchmark reaches, so that every booking is checked against it but none
 * is refused.
 */
export async function writePartners(owner: Database, partners: number): Promise<void> {
  await owner`
    INSERT INTO organisation (id, name, billing_model, billing_currency, credit_limit_minor)
    SELECT ${ORGANISATION} || '_' || number, 'Benchmark ' || number, 'CREDIT', 'EUR', 1000000000000
    FROM generate_series(0, ${partners - 1}::int) AS number`;
  await owner`
    UPDATE organisation SET billing_model = 'CREDIT', billing_currency = 'EUR', credit_limit_minor = 1000000000000
    WHERE id = ${ORGANISATION}`;
}

export async function writeOrganisation(owner: Database): Promise<void> {
  await owner`INSERT INTO organisation (id, name) VALUES (${ORGANISATION}, 'Benchmark')`;
}

/**
 * Creates quotes `from` to `from + count - 1`. Their hotel is irrelevant, because a booking does not read it from
 * the quote.
 */
export async function writeQuotes(owner: Database, from: number, count: number, partners = 1): Promise<void> {
  await owner`
    INSERT INTO quote (quote_id, organisation_id, environment, test_mode, provider, hotel_id, created_at, expires_at,
      status, terms_hash, currency, net_minor, supplier_currency, supplier_net_minor, inventory_held, content, tokens)
    SELECT 'quo_' || number, ${partners === 1 ? owner`${ORGANISATION}` : owner`${ORGANISATION} || '_' || number % ${partners}::int`},
      ${ENVIRONMENT}, true, 'own', 'htl', serai_now(),
      serai_now() + interval '1 hour', 'AVAILABLE', 't', 'EUR', 1, 'EUR', 1, false, ${owner.json(contentOf(1))}, ''
    FROM generate_series(${from}::int, ${from + count - 1}::int) AS number`;
}

/**
 * Returns five numbers that must be equal: the bookings, the confirmed bookings, the sales, the sold stays in the
 * allotments, and the used quotes.
 */
export async function countBookings(owner: Database): Promise<number[]> {
  const [row] = await owner<{ counts: number[] }[]>`
    SELECT ARRAY[(SELECT count(*) FROM booking), (SELECT count(*) FROM booking WHERE status = 'CONFIRMED'),
      (SELECT count(*) FROM inventory_booking), (SELECT sum(sold) / 3 FROM inventory_allotment),
      (SELECT count(*) FROM quote WHERE used_by IS NOT NULL)]::int[] AS counts`;
  return row?.counts ?? [];
}

export interface Booker {
  /** Writes the journal, the sale and the record, and returns the booking id. */
  book(number: number, hotel: SoldHotel): Promise<string>;
}

export interface BookerHandles {
  /** Bound to the organisation that makes the booking. */
  db: Database;
  /** Not bound to an organisation, because own inventory is sold to all of them. */
  supplierDb: Database;
}

interface BookerOptions {
  billing?: BillingPort;
  /**
   * Returns the partner that makes a booking and the database bound to it. Default: the same partner for every
   * booking.
   */
  forBooking?(number: number): { scope: BookingScope; db: Database };
}

export async function openBooker(
  { db: usualDb, supplierDb }: BookerHandles,
  hotels: readonly SoldHotel[],
  { billing, forBooking = () => ({ scope: BOOKED_FOR, db: usualDb }) }: BookerOptions = {},
): Promise<Booker> {
  const supplier = createOwnInventory({ db: supplierDb, clock, environment: ENVIRONMENT, kind: 'TEST' });
  const provider = { code: 'own', preference: 1, supplier };
  const log = createLog('silent');
  const safe = peopleSafe(Buffer.alloc(32, 7));
  const calls = new ProviderCalls({ clock, log });
  const shared = {
    safe,
    billing,
    providers: providerRegistry([provider]),
    calls,
    pricing: AT_COST,
    clock,
    log,
  };
  const call = { attempt: 1, deadlineMs: clock.monotonicMs() + ANSWER_MS, scenario: undefined };
  const found = await supplier.search(
    { ...call, signal: new AbortController().signal, record: () => {} },
    { ...STAY, market: MARKET, hotels },
  );
  if (found.kind !== 'OK') throw new Error(`own inventory returned ${found.kind}`);
  const offers = new Map(found.value.hotels.map(({ hotelId, offers: [first] }) => [hotelId, first]));

  return {
    async book(number, hotel) {
      const { scope, db } = forBooking(number);
      const parts = { ...shared, db };
      const offer = offers.get(hotel.hotelId) as NightlyOffer;
      const netMinor = offerNetMinor(offer);
      const quoteId = quoteIdOf(number);
      const journalFromMs = clock.monotonicMs();
      const price = { currency: 'EUR', netMinor };
      const journalled = await journalBooking(db, parts, {
        ...{
          keyId: null,
          requestId: null,
          scope,
          billing: billing && { terms: { currency: 'EUR', rate: null }, highestMinor: netMinor },
          testMode: true,
          clientReference: `ref-${number}`,
          fingerprint: Buffer.alloc(32, 1),
          quoteId,
        },
        ...{ provider, hotelId: hotel.hotelId, checkIn: STAY.checkIn, checkOut: STAY.checkOut, ...price },
        ...{
          supplierCurrency: 'EUR',
          supplierNetMinor: netMinor,
          content: contentOf(netMinor),
          people: PEOPLE,
        },
      });
      if (journalled.kind !== 'JOURNALLED') throw new Error(journalled.kind);
      const { attempt, booking } = journalled;
      const sending = {
        ...{ provider, organisationId: scope.organisationId, testMode: true, attempt, journalFromMs },
        scenario: undefined,
        ...{ respondByMs: journalFromMs + ANSWER_MS, onExchanges: () => {} },
      };
      const { holder, rooms, remarks } = PEOPLE;
      const settled = await sendBooking(parts, sending, {
        ...{ ...STAY, market: MARKET, reference: referenceOf(booking.booking_id), hotel, quoteId, ...price },
        ...{ tokens: writeQuoteTokens(offer), toleranceMinor: 0, holder, rooms, remarks },
      });
      if (settled?.status !== 'CONFIRMED') throw new Error(`a booking is ${settled?.status}`);
      return booking.booking_id;
    },
  };
}
