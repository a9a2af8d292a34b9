/** A program that old compilers and both module systems must accept. Compiled, never run. */
import {
  ApiError,
  type BookingDetail,
  type BookingRequest,
  ConnectionError,
  type Quote,
  Serai,
  type SeraiEvent,
  webhooks,
} from '@serai/sdk';

const serai = new Serai({ apiKey: 'key', baseUrl: 'https://hotels.example.com' });

export async function book(request: BookingRequest): Promise<string> {
  const quote: Quote = await serai.hotels.quote({ offerId: 'off_1' });
  try {
    const { data, requestId, etag } = await serai.bookings
      .create({ ...request, quoteId: quote.quoteId }, { requestId: 'order-1', headers: { 'x-shop': '7' } })
      .withResponse();
    const detail: BookingDetail = await serai.bookings.get({ bookingId: data.booking.bookingId });
    return [detail.booking.status, requestId, etag].join();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    if (ConnectionError.is(error)) return error.outcome;
    throw error;
  }
}

export async function read(known: string | null): Promise<string[]> {
  const names: string[] = [];
  for await (const hotel of serai.content.hotels.each({ countryCode: 'ES' })) names.push(hotel.name);
  for await (const page of serai.bookings.changes.each({ cursor: 'c' }).pages()) names.push(page.cursor);
  for await (const { bookingId } of serai.bookings.list.each()) names.push(bookingId);
  const stay = { checkIn: '2027-01-01', checkOut: '2027-01-02', occupancies: [{ adults: 2 }] };
  for await (const { offers } of serai.hotels.availability.each({ ...stay, hotelIds: ['htl_1'] })) {
    for (const { cancellation } of offers) names.push(cancellation.propertyTimeZone ?? '');
  }
  const boards = await serai.content.boards({}, { ifNoneMatch: known });
  if ('notModified' in boards) return [boards.etag ?? ''];
  return [...names, ...boards.boards.map(({ code }) => code)];
}

export async function receive(body: string, headers: Record<string, string>): Promise<string> {
  const event: SeraiEvent = await webhooks.unwrap(body, headers, 'whsec_…');
  return event.type === 'webhook.ping' ? event.data.endpointId : event.id;
}
