/** How each tool calls its operation and what it returns. */
import {
  bookStay,
  cancelBooking,
  DEFAULT_BOOKINGS,
  getBooking,
  listBookings,
  quoteCancellation,
  quoteStay,
} from '@serai/contract/agents/booking-tools.ts';
import {
  DEFAULT_HOTELS,
  DEFAULT_OFFERS,
  DEFAULT_PLACES,
  getHotel,
  searchPlaces,
  searchStays,
} from '@serai/contract/agents/search-tools.ts';
import type { Tool } from '@serai/contract/agents/tool.ts';
import { availability, type FullAvailabilityAnswer } from '@serai/contract/booking/availability.ts';
import { type BookingAnswer, booking } from '@serai/contract/booking/booking.ts';
import { type BookingdetailAnswer, bookingdetail } from '@serai/contract/booking/bookingdetail.ts';
import { type BookinglistAnswer, bookinglist } from '@serai/contract/booking/bookinglist.ts';
import { type CancelAnswer, cancel } from '@serai/contract/booking/cancel.ts';
import { type PrebookingAnswer, prebooking } from '@serai/contract/booking/prebooking.ts';
import { type HotelsAnswer, hotels } from '@serai/contract/content/hotels.ts';
import { type PlacesSearchAnswer, placesSearch } from '@serai/contract/content/places-search.ts';
import type { Operation } from '@serai/contract/operation.ts';
import type { z } from 'zod';
import { cleanCode, cleanName, cleanNullable, cleanText, type ResultSize } from './third-party-text.ts';
import {
  bookingText,
  bookingView,
  changedView,
  deadlineView,
  listText,
  moneyText,
  openState,
  priceView,
  quotedPriceView,
  type ToolView,
  termsView,
} from './tool-views.ts';

/** Well below the 60 s after which MCP clients give up. */
const SEARCH_MS = 8_000;
const PROVIDER_MS = 20_000;
const MAX_IMAGES = 3;
const MAX_FACILITIES = 30;
const MAX_TEXTS = 10;

export interface ToolSettings {
  /** Hosts whose image links may be returned. */
  imageHosts: readonly string[];
}

export interface ViewSettings extends ToolSettings {
  nowMs: number;
}

export interface ToolRun {
  tool: Tool;
  operation: Operation;
  /** `limit` is the number of items to request, if the tool returns a page. */
  request(args: never, limit: number): object;
  /** The number of items that a call requests. Undefined if the result is not a page. */
  limitOf?(args: never): number;
  view(answer: never, size: ResultSize, settings: ViewSettings): ToolView;
  /** Arguments by the path of the operation's field, if the two have different names. */
  renamed?: Readonly<Record<string, string>>;
}

interface Definition<Input extends z.ZodObject, Answer> {
  tool: Tool<Input>;
  operation: Operation;
  request(args: z.output<Input>, limit: number): object;
  limitOf?(args: z.output<Input>): number;
  view(answer: Answer, size: ResultSize, settings: ViewSettings): ToolView;
  renamed?: Readonly<Record<string, string>>;
}

function toolRun<Input extends z.ZodObject, Answer>(definition: Definition<Input, Answer>): ToolRun {
  return definition as unknown as ToolRun;
}

const places = toolRun({
  tool: searchPlaces,
  operation: placesSearch,
  request: args => ({ ...args, limit: args.limit ?? DEFAULT_PLACES }),
  view: ({ places: found }: PlacesSearchAnswer, size) => ({
    data: {
      places: found.map(({ placeId, type, displayName, countryCode, iataCode }) => ({
        placeId,
        type,
        displayName: cleanName(displayName, size),
        countryCode,
        iataCode,
      })),
    },
    text: listText(
      'place',
      found.map(({ placeId, type, countryCode }) => `${placeId} ${type} ${countryCode}`),
    ),
  }),
});

const stays = toolRun({
  tool: searchStays,
  operation: availability,
  limitOf: args => args.limit ?? DEFAULT_HOTELS,
  request: (args, limit) => {
    const { rooms, placeId, near, maxPrice, refundableOnly, boards, minStars, cursor, ...same } = args;
    const { offersPerHotel = DEFAULT_OFFERS, limit: _, ...rest } = same;
    return {
      ...rest,
      occupancies: rooms,
      destination: placeId === undefined ? undefined : { canonicalCityId: placeId },
      geo: near,
      filters: {
        refundableOnly,
        boards,
        minStars,
        price: maxPrice === undefined ? undefined : { max: maxPrice },
      },
      maxOffersPerHotel: offersPerHotel,
      page: { limit, cursor },
      settings: { timeout: SEARCH_MS },
    };
  },
  view: (answer: FullAvailabilityAnswer, size) => ({
    data: {
      hotels: answer.hotels.map(({ hotelId, name, stars, offers }) => ({
        hotelId,
        name: cleanName(name, size),
        stars,
        offers: offers.slice(0, size.offersPerHotel).map(offer => ({
          offerId: offer.offerId,
          expiresAt: offer.expiresAt,
          rooms: roomNames(offer.rooms, size),
          board: offer.board.code,
          payment: offer.payment.type,
          price: priceView(offer.price),
          cancellation: deadlineView(offer.cancellation),
        })),
      })),
      complete: answer.complete,
      nextCursor: answer.page.nextCursor,
    },
    text: listText(
      'hotel',
      answer.hotels.map(({ hotelId, fromPrice }) => `${hotelId} from ${moneyText(fromPrice)}`),
    ),
  }),
  renamed: {
    '/occupancies': '/rooms',
    '/destination/canonicalCityId': '/placeId',
    '/destination': '/placeId',
    '/geo': '/near',
    '/filters/price/max': '/maxPrice',
    '/filters': '',
    '/maxOffersPerHotel': '/offersPerHotel',
    '/page': '',
  },
});

function roomNames(rooms: readonly { roomRef: number; name: string }[], size: ResultSize) {
  return rooms.map(({ roomRef, name }) => ({ roomRef, name: cleanName(name, size) }));
}

const hotel = toolRun({
  tool: getHotel,
  operation: hotels,
  request: ({ hotelId, language }) => ({
    hotelIds: [hotelId],
    language,
    include: ['images', 'facilities', 'policies', 'description'],
  }),
  view: ({ hotels: [found] }: HotelsAnswer, size, { imageHosts }) => {
    if (found === undefined) throw new Error('the hotel is missing in the response');
    const { hotelId, address, checkIn, checkOut, policies, description, images, facilities } = found;
    return {
      data: {
        hotelId,
        status: found.status,
        mergedInto: found.mergedInto,
        name: cleanName(found.name, size),
        stars: found.stars,
        address: {
          street: cleanNullable(address.street, size),
          postalCode: cleanNullable(address.postalCode, size),
          city: cleanNullable(address.city, size),
          region: cleanNullable(address.region, size),
          countryCode: address.countryCode,
        },
        location: found.location,
        timeZone: found.timeZone,
        checkInFrom: checkIn.from,
        checkOutUntil: checkOut.until,
        facilities: (facilities ?? []).slice(0, MAX_FACILITIES).map(({ code }) => cleanCode(code)),
        policies: (policies?.texts ?? [])
          .slice(0, MAX_TEXTS)
          .map(each => ({ code: each.code, text: cleanText('hotel', each, size) })),
        description: description ? cleanText('supplier', description, size) : null,
        images: (images ?? [])
          .map(({ url }) => url)
          .filter(url => isFrom(imageHosts, url))
          .slice(0, MAX_IMAGES),
      },
      text: `${hotelId} is ${found.status}: in ${address.countryCode}, ${found.stars ?? 'unknown'} stars.`,
    };
  },
  renamed: { '/hotelIds/0': '/hotelId', '/hotelIds': '/hotelId' },
});

function isFrom(hosts: readonly string[], url: string): boolean {
  const { protocol, hostname, href } = new URL(url);
  return protocol === 'https:' && hosts.includes(hostname) && href.length <= 500;
}

const quote = toolRun({
  tool: quoteStay,
  operation: prebooking,
  request: args => ({ ...args, settings: { timeout: PROVIDER_MS } }),
  view: (answer: PrebookingAnswer, size) => {
    const { offer, requirements } = answer;
    return {
      data: {
        quoteId: answer.quoteId,
        expiresAt: answer.expiresAt,
        status: answer.status,
        changes: answer.changes,
        termsHash: answer.termsHash,
        board: offer.board.code,
        payment: offer.payment.type,
        rooms: roomNames(offer.rooms, size),
        price: quotedPriceView(offer.price),
        cancellation: termsView(offer.cancellation),
        requirements: {
          guestNames: requirements.guestNames,
          childAges: requirements.childAges,
          holderEmail: requirements.holderEmail,
          holderPhone: requirements.holderPhone,
          maxNameLength: requirements.maxNameLength ?? null,
        },
        notices: answer.notices
          .slice(0, MAX_TEXTS)
          .map(each => ({ code: cleanCode(each.code), text: cleanText('supplier', each, size) })),
        suggestedClientReference: `mcp-${answer.quoteId}`,
      },
      text: `${answer.quoteId} is ${answer.status}: net ${moneyText(offer.price.net)}, ${offer.cancellation.refundability}, valid until ${answer.expiresAt}. Show price and terms to the person before you book.`,
    };
  },
});

const book = toolRun({
  tool: bookStay,
  operation: booking,
  request: args => ({ ...args, settings: { timeout: PROVIDER_MS } }),
  view: ({ booking: booked }: BookingAnswer, size, { nowMs }) => ({
    data: { booking: changedView(booked, size), ...openState(booked, nowMs) },
    text: bookingText(booked),
  }),
});

const read = toolRun({
  tool: getBooking,
  operation: bookingdetail,
  request: args => args,
  view: ({ booking: found }: BookingdetailAnswer, size, { nowMs }) => ({
    data: { booking: bookingView(found, size), ...openState(found, nowMs) },
    text: bookingText(found),
  }),
});

const list = toolRun({
  tool: listBookings,
  operation: bookinglist,
  limitOf: args => args.limit ?? DEFAULT_BOOKINGS,
  request: ({ dateType, from, to, statuses, cursor }, limit) => ({
    filters: { dateType, from, to, statuses },
    page: { limit, cursor },
  }),
  view: ({ bookings, page }: BookinglistAnswer, size) => ({
    data: {
      bookings: bookings.map(each => ({
        bookingId: each.bookingId,
        clientReference: each.clientReference,
        status: each.status,
        statusReason: each.statusReason,
        hotel: { hotelId: each.hotel.hotelId, name: cleanName(each.hotel.name, size) },
        checkIn: each.checkIn,
        checkOut: each.checkOut,
        roomCount: each.roomCount,
        net: each.price.net,
        freeCancellationUntil: each.freeCancellationUntil,
        createdAt: each.createdAt,
        needsAttention: each.needsAttention,
      })),
      nextCursor: page.hasMore ? page.nextCursor : null,
    },
    text: listText(
      'booking',
      bookings.map(({ bookingId, status }) => `${bookingId} ${status}`),
    ),
  }),
  renamed: { '/filters': '', '/page': '' },
});

const cancelQuote = toolRun({
  tool: quoteCancellation,
  operation: cancel,
  request: args => ({ ...args, mode: 'QUOTE', settings: { timeout: PROVIDER_MS } }),
  view: ({ booking: { bookingId, status }, penalty, refund, validUntil, nextPenalty }: CancelAnswer) => ({
    data: {
      bookingId,
      status,
      penalty,
      refund,
      validUntil: validUntil ?? null,
      nextPenalty: nextPenalty ?? null,
    },
    text: `Cancelling ${bookingId} costs ${moneyText(penalty)} now, refund ${moneyText(refund)}. Ask the person before you cancel.`,
  }),
});

const cancelCommit = toolRun({
  tool: cancelBooking,
  operation: cancel,
  request: args => ({ ...args, mode: 'COMMIT', settings: { timeout: PROVIDER_MS } }),
  view: ({ booking: cancelled, penalty, refund }: CancelAnswer, size, { nowMs }) => ({
    data: { booking: changedView(cancelled, size), penalty, refund, ...openState(cancelled, nowMs) },
    text: `${bookingText(cancelled)} Penalty ${moneyText(penalty)}, refund ${moneyText(refund)}.`,
  }),
});

export const TOOL_RUNS: readonly ToolRun[] = [
  places,
  stays,
  hotel,
  quote,
  book,
  read,
  list,
  cancelQuote,
  cancelCommit,
];
