/** Runs every step from search to cancellation in an empty project, and prints the results as one line of JSON. */
import { type BookingRequest, ConflictError, Serai, webhooks } from '@serai/sdk';

declare const console: { log(line: string): void };

const { env } = (globalThis as unknown as { process: { env: Record<string, string> } }).process;
const hotelId = env.HOTEL_ID ?? '';
const slowHotelId = env.SLOW_HOTEL_ID ?? '';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const serai = new Serai();

async function quoteOf(id: string) {
  const stay = { checkIn: inDays(60), checkOut: inDays(62), occupancies: [{ adults: 2 }] };
  const { hotels } = await serai.hotels.availability({ ...stay, hotelIds: [id], include: ['nightly'] });
  const offer = hotels[0]?.offers[0];
  if (!offer) throw new Error('No offer was found.');
  return serai.hotels.quote({ offerId: offer.offerId });
}

async function requestFor(id: string, clientReference: string): Promise<BookingRequest> {
  const quote = await quoteOf(id);
  const people = ['Ada', 'Luis'].map(firstName => ({
    type: 'ADULT' as const,
    firstName,
    lastName: 'Moreno',
  }));
  return {
    quoteId: quote.quoteId,
    clientReference,
    holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' },
    rooms: quote.offer.rooms.map(({ roomRef }) => ({ roomRef, guests: people })),
    expectedPrice: quote.offer.price.net,
  };
}

const reference = `JOURNEY-${crypto.randomUUID()}`;
const request = await requestFor(hotelId, reference);
const created = await serai.bookings.create(request).withResponse();
const again = await serai.bookings.create(request).withResponse();
const { bookingId } = created.data.booking;
const { booking: read, history } = await serai.bookings.get({
  clientReference: reference,
  include: ['history'],
});
const { bookings: listed } = await serai.bookings.list({ filters: { clientReferences: [reference] } });

let walked = 0;
for await (const booking of serai.bookings.list.each({ page: { limit: 1 } }))
  if (booking.bookingId === bookingId) walked += 1;

let cursor: string | undefined;
let changed = 0;
for await (const page of serai.bookings.changes.each({ limit: 1 }).pages()) {
  changed += page.bookings.filter(booking => booking.bookingId === bookingId).length;
  cursor = page.cursor;
}

const quoted = await serai.bookings.quoteCancellation({ bookingId });
const cancelled = await serai.bookings.cancel({ bookingId }, { maxPenalty: quoted.penalty });
const settled = await serai.bookings.waitUntilSettled({ bookingId }, { timeout: 60_000 });
const since: string[] = [];
for await (const page of serai.bookings.changes.each({ cursor }).pages())
  since.push(...page.bookings.map(({ status }) => status));

const open = await serai.bookings.create(await requestFor(slowHotelId, `${reference}-SLOW`)).withResponse();
const closed = await serai.bookings.waitUntilSettled(
  { clientReference: `${reference}-SLOW` },
  { timeout: 120_000 },
);

let conflict: string | undefined;
try {
  await serai.bookings.create({ ...request, remarks: 'Another body' });
} catch (error) {
  if (error instanceof ConflictError) conflict = `${error.code} ${error.bookingId === bookingId}`;
}

let hotels = 0;
for await (const hotel of serai.content.hotels.each({ page: { limit: 5 } }))
  if (hotel.status === 'ACTIVE') hotels += 1;
const { boards } = await serai.content.boards({ language: 'es' });

const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
const signed = await webhooks.sign(
  {
    id: 'evt_1',
    type: 'webhook.ping',
    timestamp: new Date().toISOString(),
    environment: 'sandbox',
    data: { endpointId: 'whk_1', message: 'hello' },
  },
  secret,
);
const event = await webhooks.unwrap(signed.body, new Headers(signed.headers), [secret]);

console.log(
  JSON.stringify({
    created: [
      created.response.status,
      created.data.booking.status,
      created.replayed,
      created.requestId !== null,
    ],
    again: [again.data.booking.bookingId === bookingId, again.replayed],
    read: [read.status, read.version, history?.map(entry => entry.event)],
    listed: listed.map(booking => booking.bookingId === bookingId),
    walked,
    changed,
    quoted: [quoted.penalty.amount, quoted.validUntil !== undefined, quoted.booking.status],
    cancelled: [cancelled.booking.status, cancelled.penalty.amount],
    settled: settled.booking.status,
    since,
    open: [open.response.status, open.data.booking.status],
    closed: closed.booking.status,
    conflict,
    hotels: hotels > 5,
    boards: boards.some(({ language }) => language === 'es'),
    limit: serai.rateLimit?.day?.limit,
    event: event.type,
  }),
);
